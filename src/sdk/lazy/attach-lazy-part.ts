import type { DialogEvent } from '../../contract/frame/page-dialog.ts';
import { createPageDialog } from '../dialogs/page-dialog.ts';
import type { AttachLazyPart } from '../frame/mounted-wallet.ts';

/** What a wallet needs of the page only when the shopper turns to it: the code of dialogs. It answers the frame's calls from now on. */
export const attachLazyPart: AttachLazyPart = ({ container, lifetime, answers, onPress, call }) => {
  const press = (event: DialogEvent) => {
    onPress[event]?.();
    call('press', event).catch(() => {});
  };
  return Object.assign(answers, createPageDialog({ container, lifetime: lifetime.signal }, press));
};
