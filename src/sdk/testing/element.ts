/** `embeddable-wallet/element` on the doubles, and what steers them. */
export { WalletCheckoutElement } from '../element/index.ts';
export { testToken, walletDouble } from './index.ts';
