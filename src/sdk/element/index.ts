import { WalletCheckoutElement } from './wallet-checkout.ts';

export type { Submitted } from '../controlled/submit.ts';
export { WalletCheckoutElement } from './wallet-checkout.ts';

declare global {
  interface HTMLElementTagNameMap {
    'wallet-checkout': WalletCheckoutElement;
  }
}

if (typeof customElements === 'object' && !customElements.get('wallet-checkout'))
  customElements.define('wallet-checkout', WalletCheckoutElement);
