import type { DialogEvent } from '../../contract/frame/page-dialog.ts';
import { createPageDialog } from '../dialogs/page-dialog.ts';
import type { Notice } from '../frame/failure-notice.ts';
import type { MountedWallet } from '../frame/mounted-wallet.ts';
import { watchCopies } from './watch-copies.ts';

export type AttachLazyPart = (wallet: MountedWallet, notice: Notice) => void;

/** What a wallet needs of the page only once it stands: the dialogs that the frame draws, and a watch for copies of the frame. */
export const attachLazyPart: AttachLazyPart = (wallet, notice) => {
  const { container, lifetime, answers, atPress, call } = wallet;
  const { signal } = lifetime;
  // It may have ended while this was on its way.
  if (signal.aborted) return;
  const press = (pressed: DialogEvent) => {
    atPress[pressed]?.();
    call('press', pressed).catch(() => {});
  };
  Object.assign(answers, createPageDialog({ container, lifetime: signal }, press));
  watchCopies({ container, lifetime: signal, onCopy: notice.takePlace });
};
