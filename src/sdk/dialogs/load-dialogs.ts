import { integrity } from 'virtual:dialogs-script';
import { make, takeOff } from '../base/make.ts';
import type { DialogLoader } from '../frame/mounted-wallet.ts';

declare global {
  interface Window {
    /** Not in every browser. */
    trustedTypes?: {
      createPolicy(name: string, rules: object): { createScriptURL(address: string): string };
    };
  }
}

/**
 * For `sdk.js`: loads the dialog code as a second script, pinned by its hash to this release. `nonce`: of the script's own tag, as
 * a page's policy may want it.
 */
export function dialogLoader(nonce: string): DialogLoader['loadDialogs'] {
  // Once: a page that lists its policies takes each name once.
  let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;
  return (baseUrl) =>
    new Promise((resolve, reject) => {
      policy ??= window.trustedTypes?.createPolicy('embeddable-wallet', { createScriptURL: String });
      const address = `${baseUrl}/sdk/${integrity}`;
      const src = policy?.createScriptURL(address) ?? address;
      const onload = () => resolve(window.attachDialogs);
      // The event itself cannot be posted to the frame.
      const onerror = () => reject(new TypeError('found no answer'));
      const script = make('script', { src, integrity, nonce, crossOrigin: '', onload, onerror });
      document.documentElement.append(script);
      // Removed at once: it still loads and runs.
      takeOff(script);
    });
}
