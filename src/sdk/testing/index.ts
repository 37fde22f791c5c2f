/**
 * Doubles of the wallet for tests of your components, in jsdom or a browser: the SDK itself, over a frame that answers without a form,
 * a service or a network.
 */
export { createSdk, SdkError, sdk } from '../index.ts';
export type { DoubledWallet, RefusableCall } from './doubled-wallet.ts';
export { walletDouble } from './find-double.ts';
export type { SampleMethod } from './sample-methods.ts';
export { type TestSession, testToken } from './test-token.ts';
