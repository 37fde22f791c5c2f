/** `embeddable-wallet/react` on the doubles, and what steers them. */
export { SdkError, useWallet, Wallet, WalletProvider } from '../react/index.ts';
export { testToken, walletDouble } from './index.ts';
