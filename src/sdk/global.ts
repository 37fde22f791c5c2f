import { originOfScript } from './base/base-url.ts';
import { createSdk } from './create-sdk.ts';
import type { Sdk } from './surface/public-types.ts';

declare global {
  interface Window {
    sdk?: Sdk;
  }
}

if (typeof window !== 'undefined') {
  // An element with id "sdk" is also window.sdk, hence the look at its shape.
  if (window.sdk?.wallet) {
    console.warn(`sdk: the script was loaded twice; version ${window.sdk.version} stays`);
  } else {
    window.sdk = createSdk({ scriptOrigin: originOfScript(document.currentScript) });
  }
}
