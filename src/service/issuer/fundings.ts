import type { Funding } from '../processor/provider-gateway.ts';

/** What the shopper has put behind the account at a provider: test cards, so that billing decides as it does for cards. */
export const FUNDINGS: readonly (Funding & { readonly name: string; readonly isCovered: boolean })[] = [
  { name: 'Visa', number: '4242424242424242', expMonth: 12, expYear: 2034, isCovered: true },
  { name: 'Mastercard', number: '5555555555554444', expMonth: 6, expYear: 2033, isCovered: true },
  { name: 'Visa', number: '4000000000009995', expMonth: 3, expYear: 2032, isCovered: false },
];
