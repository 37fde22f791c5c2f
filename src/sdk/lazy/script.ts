import type { AttachLazyPart } from '../frame/mounted-wallet.ts';
import { attachLazyPart } from './attach-lazy-part.ts';

declare global {
  interface Window {
    /** Left by this script for the one that has loaded it, which takes it at once. */
    attachLazyPart: AttachLazyPart;
  }
}

window.attachLazyPart = attachLazyPart;
