import type { WalletEventName, WalletEvents } from 'embeddable-wallet';
import { SdkError, useWallet, Wallet, type WalletHandlers, WalletProvider } from 'embeddable-wallet/react';
import { createElement } from 'react';

/** Compiled, never run. */
export const valid = [
  () =>
    createElement(
      WalletProvider,
      { publishableKey: 'pk_1', refreshToken: () => 'rt', baseUrl: 'https://pay.example' },
      createElement(Wallet, {
        merchant_id: 1001,
        view: 'CHECKOUT',
        payment_details: { currency: 'EUR', amount: '10.00' },
        onExpressPay: ({ paymentMethod }) => paymentMethod.name,
        onError: ({ code, shown = false }) => `${code} ${shown}`,
      }),
    ),
  async (): Promise<string | undefined> => {
    const { submit, paymentMethod } = useWallet();
    const submitted = await submit(paymentMethod ?? undefined);
    return submitted.completed?.transaction_id ?? submitted.paymentMethod?.cc_token;
  },
];

/** A handler for each event, with its payload. */
export const handlers: Required<WalletHandlers> extends {
  readonly [Name in WalletEventName as `on${Capitalize<Name>}`]:
    | ((payload: WalletEvents[Name]) => void)
    | undefined;
}
  ? true
  : never = true;

export const told = (error: unknown): string => (error instanceof SdkError ? error.code : '');

export const wrong = () =>
  // @ts-expect-error where it stands is the component's own
  createElement(Wallet, { merchant_id: 1001, view: 'MANAGE', container: '#wallet' });
