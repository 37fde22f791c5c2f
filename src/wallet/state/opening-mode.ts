import type { OpeningMode } from '../../contract/billing/instant-api.ts';
import type { Checkout } from './checkout.ts';
import type { Wallet } from './wallet.ts';

type CheckoutModels = {
  readonly wallet: Pick<Wallet, 'details'>;
  readonly checkout: Pick<Checkout, 'paysWith'>;
};

/** On a phone the page itself goes to the provider, if it has a `return_url`. Otherwise a window opens. */
export function openingMode({ wallet, checkout }: CheckoutModels): OpeningMode {
  const selection = checkout.paysWith.peek();
  const isInstant = selection.kind === 'provider' && selection.use === 'instant';
  const canReturn = wallet.details.peek()?.return_url !== undefined;
  return isInstant && canReturn && matchMedia('(pointer: coarse)').matches ? 'redirect' : 'window';
}
