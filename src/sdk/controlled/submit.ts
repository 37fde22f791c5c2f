import type { MaskedPaymentMethod, PaymentMethod, Sdk, WalletEvents } from '../index.ts';

/** How a press of Pay went on. */
export type Submitted =
  | {
      /** A card, a saved card or a method held by a provider: your backend bills it, as JSON and whole. */
      readonly paymentMethod: PaymentMethod;
      /** Null: nothing is paid yet. */
      readonly completed: null;
    }
  | {
      /** Null: an instant payment, which the provider has billed. */
      readonly paymentMethod: null;
      /** How it ended: your backend looks `transaction_id` up. Null where the event `paymentCompleted` brought that before. */
      readonly completed: WalletEvents['paymentCompleted'] | null;
    };

/** Calls the wallet before it first waits: in the shopper's click, either call may open a window. */
export async function submit(
  wallet: Sdk['wallet'],
  paymentMethod: Pick<MaskedPaymentMethod, 'type'> | null,
): Promise<Submitted> {
  if (paymentMethod?.type !== 'instant')
    return { paymentMethod: await wallet.getPaymentMethod(), completed: null };
  const payments: WalletEvents['paymentCompleted'][] = [];
  const stop = wallet.on('paymentCompleted', (payment) => payments.push(payment));
  try {
    await wallet.makeInstantPayment();
    return { paymentMethod: null, completed: payments.at(-1) ?? null };
  } finally {
    stop();
  }
}
