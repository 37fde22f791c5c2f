import type { DialogEvent } from '../../contract/frame/page-dialog.ts';
import { createPageDialog } from '../dialogs/page-dialog.ts';
import type { AttachDialogs } from '../frame/mounted-wallet.ts';

/** The page's dialog code: its answers to the frame's calls. */
export const attachDialogs: AttachDialogs = ({ container, lifetime, onPress, call }) => {
  const press = (event: DialogEvent) => {
    onPress[event]?.();
    call('press', event).catch(() => {});
  };
  return createPageDialog({ container, lifetime: lifetime.signal }, press);
};
