import type { ErrorData } from '../../contract/errors.ts';
import type { PaymentMethod } from '../../contract/payment-method.ts';
import type { View } from '../../contract/settings.ts';
import type { CardPlaintext } from '../../contract/wallet-api.ts';
import type { CardFormModel } from '../card-form/card-form-model.ts';
import type { Checkout } from '../state/checkout.ts';
import { offline, type WalletApi } from './api.ts';
import { errorData, WalletError } from './wallet-error.ts';

type Dependencies = {
  readonly checkout: Checkout;
  readonly api: Pick<WalletApi, 'addCard' | 'handOver'>;
  readonly merchantId: number;
  readonly form: Pick<CardFormModel, 'submit' | 'saveCard'>;
  encrypt(card: CardPlaintext): Promise<string>;
  isUser(): boolean;
  view(): View;
};

type OwnRefusal = 'payment_method_incomplete' | 'payment_method_not_selected' | 'view_not_checkout';

const refuse = (code: OwnRefusal, found: string) =>
  new WalletError({ code, message: `getPaymentMethod: found ${found}` });

/** The form says itself what is incomplete; the other two are the merchant's to mend. */
const isForShopper = ({ code }: ErrorData) =>
  !code.startsWith('payment_method_') && code !== 'view_not_checkout';

/** Turns what the shopper chose into a payment method; calls at the same time share one. */
export function createHandOver(dependencies: Dependencies): () => Promise<PaymentMethod> {
  const { checkout } = dependencies;
  let running: Promise<PaymentMethod> | undefined;

  async function run(): Promise<PaymentMethod> {
    checkout.show(null);
    try {
      return await handOver(dependencies);
    } catch (error) {
      const data = errorData(error);
      if (isForShopper(data)) checkout.show(data);
      throw error;
    }
  }

  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function handOver({ checkout, api, merchantId, ...rest }: Dependencies): Promise<PaymentMethod> {
  if (rest.view() !== 'CHECKOUT') throw refuse('view_not_checkout', 'the view "MANAGE", wanted "CHECKOUT"');
  const selection = checkout.selection.peek();
  if (selection.kind === 'saved') {
    if (!checkout.usable.peek())
      throw refuse('payment_method_not_selected', 'a saved card that is gone or expired');
    if (!navigator.onLine) throw offline();
    return api.handOver({ method: selection.id, merchant_id: merchantId });
  }
  const card = rest.form.submit();
  if (!card)
    throw refuse('payment_method_incomplete', 'a form that is not complete, it shows what is missing');
  if (!navigator.onLine) throw offline();
  const saveForLater = rest.isUser() && rest.form.saveCard.peek();
  return api.addCard({ card: await rest.encrypt(card), saveForLater, merchant_id: merchantId });
}
