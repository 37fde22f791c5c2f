import { sdk } from './index.ts';

declare global {
  interface Window {
    sdk?: typeof sdk;
  }
}

if (window.sdk) {
  console.warn(`sdk: loaded twice, keeping version "${window.sdk.version}"`);
} else {
  window.sdk = sdk;
}
