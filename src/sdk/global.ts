import { originOfScript } from './base/base-url.ts';
import type { ScriptSdk } from './base/public-types.ts';
import { createSdkOn } from './create-sdk.ts';
import { dialogLoader } from './dialogs/load-dialogs.ts';
import { shieldDialogs } from './dialogs/shield.ts';

declare global {
  interface Window {
    sdk?: ScriptSdk;
    /** An AMD loader's, such as RequireJS has. */
    define?: ((name: string, needs: string[], make: () => unknown) => void) & { readonly amd?: object };
  }
}

if (typeof window === 'object') {
  // An element with id "sdk" is also window.sdk, hence the look at its shape.
  if (window.sdk?.wallet) {
    console.warn('sdk: loaded twice');
  } else {
    const { currentScript } = document;
    const scriptOrigin = originOfScript(currentScript);
    const loadDialogs = dialogLoader(currentScript?.nonce ?? '');
    shieldDialogs();
    const create = (onWindow: boolean) => createSdkOn({ scriptOrigin, onWindow, loadDialogs });
    window.sdk = { ...create(true), createSdk: () => create(false) };
  }
  const { sdk, define } = window;
  // With a name: a loader takes no anonymous module from a script that it did not load.
  if (define?.amd) define('embeddable-wallet', [], () => sdk);
}
