import { integrity } from 'virtual:dialogs-script';
import { make, takeOff } from '../base/make.ts';
import type { DialogLoader } from '../frame/mounted-wallet.ts';

type Policy = { createScriptURL(address: string): string };

declare global {
  interface Window {
    /** Not in every browser. */
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
}

const RULES: Policy = { createScriptURL: String };

/**
 * For `sdk.js`: loads the dialog code as a second script, pinned by its hash to this release. `nonce`: of the script's own tag, as
 * a page's policy may want it.
 */
export function dialogLoader(nonce: string): DialogLoader['loadDialogs'] {
  let policy: Policy | undefined;
  return (baseUrl) =>
    new Promise((resolve, reject) => {
      // Once: a page that lists its Trusted Types policies takes each name once.
      policy ??= window.trustedTypes?.createPolicy('embeddable-wallet', RULES) ?? RULES;
      const src = policy.createScriptURL(`${baseUrl}/sdk/${integrity}`);
      const onload = () => resolve(window.attachDialogs);
      // The event itself cannot be posted to the frame.
      const onerror = () => reject(new TypeError('found no answer'));
      const script = make('script', { src, integrity, nonce, crossOrigin: '', onload, onerror });
      document.documentElement.append(script);
      // Removed at once: it still loads and runs.
      takeOff(script);
    });
}
