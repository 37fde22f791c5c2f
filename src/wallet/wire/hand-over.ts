import type { PaymentMethod } from '../../contract/payment-method.ts';
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
};

const refuse = (code: 'payment_method_incomplete' | 'payment_method_not_selected', found: string) =>
  new WalletError({ code, message: `getPaymentMethod: found ${found}` });

/** Turns what the shopper chose into a payment method; calls at the same time share one. */
export function createHandOver(dependencies: Dependencies): () => Promise<PaymentMethod> {
  const { checkout } = dependencies;
  let running: Promise<PaymentMethod> | undefined;

  async function run(): Promise<PaymentMethod> {
    checkout.show(null);
    try {
      return await handOver(dependencies);
    } catch (error) {
      if (!(error instanceof WalletError && error.code.startsWith('payment_method_'))) {
        checkout.show(errorData(error));
      }
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
