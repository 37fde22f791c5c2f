/** The wallet as React components. React 18 and 19. Spec: Endpoints 6. Chosen: all of it. */
export type { Submitted } from '../declared/submit.ts';
export { Wallet, type WalletHandlers, type WalletProps } from './wallet.ts';
export { type UsedWallet, useWallet, WalletProvider, type WalletProviderProps } from './wallet-provider.ts';
