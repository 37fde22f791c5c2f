import { cardBrands } from '../cards/card-brands.ts';
import type { MethodCode, ProviderCode } from '../cards/method-codes.ts';
import type { Provider } from '../forms/provider-names.ts';

/** Name as a shopper reads it and issuer short code. Spec: Resources, Issuer short codes. */
export const providers: Readonly<Record<Provider, { readonly name: string; readonly code: ProviderCode }>> = {
  applepay: { name: 'Apple Pay', code: 'AP' },
  googlepay: { name: 'Google Pay', code: 'GP' },
  paypal: { name: 'PayPal', code: 'PL' },
  amazonpay: { name: 'Amazon Pay', code: 'MWS' },
};

/** The name of a card brand or provider for shoppers, and the spec's lowercase issuer name. */
export function issuerOf(code: MethodCode): { readonly name: string; readonly issuerFull: string } {
  if (!isProviderCode(code)) return cardBrands[code];
  return { name: providers[BY_CODE[code]].name, issuerFull: BY_CODE[code] };
}

/** `card`, or the provider. Rule: tokens/source. */
export function sourceOf(code: MethodCode): 'card' | Provider {
  return isProviderCode(code) ? BY_CODE[code] : 'card';
}

const BY_CODE: Readonly<Record<ProviderCode, Provider>> = {
  AP: 'applepay',
  GP: 'googlepay',
  PL: 'paypal',
  MWS: 'amazonpay',
};

/** Only a provider's code; a card brand's has `cardBrands`. */
export function isProviderCode(code: MethodCode): code is ProviderCode {
  return code in BY_CODE;
}
