import type { AttachDialogs } from '../frame/mounted-wallet.ts';
import { attachDialogs } from './attach-dialogs.ts';

declare global {
  interface Window {
    /** Set by `dialogs.js` for the script that loads it. */
    attachDialogs: AttachDialogs;
  }
}

window.attachDialogs = attachDialogs;
