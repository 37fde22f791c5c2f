import type { DialogEvent, ProceedKey } from '../../contract/frame/page-dialog.ts';
import { createPageDialog } from '../dialogs/page-dialog.ts';
import type { AttachDialogs } from '../frame/mounted-wallet.ts';

const PROCEED: ProceedKey = 'proceed';

/** The page's dialog code: its answers to the frame's calls. */
export const attachDialogs: AttachDialogs = (wallet) => {
  const { container, lifetime, call } = wallet;
  const press = (event: DialogEvent) => {
    if (event === PROCEED) wallet.proceed?.();
    call('press', event).catch(() => {});
  };
  return createPageDialog({ container, lifetime: lifetime.signal }, press);
};
