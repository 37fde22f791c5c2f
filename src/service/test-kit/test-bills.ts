import type { TestShop } from './test-shop.ts';

export const TEN_EUROS = { amount: '10.00', currency: 'EUR' };
export const AUTH = {
  method: 'AUTH',
  ...TEN_EUROS,
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
};

type Changes = { readonly amount?: string; readonly ccToken?: string };

/** For tests: what a backend sends for 10.00 EUR, unless told otherwise. Each resolves to its transaction's id. */
export function testBills({ answer }: Pick<TestShop, 'answer'>) {
  return {
    start: async (method: 'AUTH' | 'SALE', changes: Changes = {}) =>
      (await answer({ ...AUTH, method, ...changes })).transaction.transactionID,
    followUp: async (method: 'CHARGE' | 'REFUND', transactionID: string, amount = TEN_EUROS.amount) =>
      (await answer({ method, transactionID, amount, currency: 'EUR' })).transaction.transactionID,
  };
}
