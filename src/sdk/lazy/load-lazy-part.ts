import { integrity } from 'virtual:lazy-part';
import { make, takeOff } from '../base/make.ts';
import type { LazyPage } from '../frame/mounted-wallet.ts';

/**
 * For `sdk.js`: loads the dialog code as a second script, pinned by its hash to this release. `nonce`: of the script's own tag, as
 * a page's policy may want it.
 */
export const lazyPartLoader =
  (nonce: string): LazyPage['loadLazyPart'] =>
  (baseUrl) =>
    new Promise((resolve, reject) => {
      const src = `${baseUrl}/sdk/lazy.js?${integrity}`;
      const onload = () => resolve(window.attachLazyPart);
      // The event itself cannot be told to the frame.
      const onerror = () => reject(new TypeError('found no answer'));
      const script = make('script', { src, integrity, nonce, crossOrigin: '', onload, onerror });
      document.documentElement.append(script);
      // Removed at once: it still loads and runs.
      takeOff(script);
    });
