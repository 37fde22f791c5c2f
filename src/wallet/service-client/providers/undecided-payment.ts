import { toErrorData, WalletError } from '../../errors/wallet-error.ts';
import type { PaymentFollower } from './follow-payment.ts';

/** While it is unknown whether the shopper has paid, an error must not look like a payment that was not made. */
export function createUndecidedPayment() {
  let undecided: PaymentFollower | undefined;
  return {
    /** The shopper may pay from now on. */
    begin(followed: PaymentFollower) {
      undecided = followed;
      const end = () => {
        if (undecided === followed) undecided = undefined;
      };
      followed.outcome.then(end, () => {});
    },
    async markUndecided<Value>(work: Promise<Value>): Promise<Value> {
      try {
        return await work;
      } catch (error) {
        throw undecided ? inDoubt(error) : error;
      }
    },
  };
}
export type UndecidedPayment = ReturnType<typeof createUndecidedPayment>;

/** `cancelled` already says that the payment is undecided, and the text for `offline` says what to do: both stay as they are. */
function inDoubt(error: unknown): unknown {
  const data = toErrorData(error);
  const isClear = data.code === 'cancelled' || data.code === 'offline';
  return isClear ? error : new WalletError({ ...data, param: 'payment' }, { cause: error });
}
