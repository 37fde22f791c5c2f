import { errorData, WalletError } from '../../errors/wallet-error.ts';
import type { FollowedPayment } from './follow-payment.ts';

/** While a shopper may have paid and nobody knows yet, what fails must not pass for a payment that was not made. */
export function createUndecidedPayment() {
  let unknown: FollowedPayment | undefined;
  return {
    /** The shopper comes to the provider of this one. */
    begin(followed: FollowedPayment) {
      unknown = followed;
      const end = () => {
        if (unknown === followed) unknown = undefined;
      };
      followed.ended.then(end, () => {});
    },
    async markUndecided<Value>(work: Promise<Value>): Promise<Value> {
      try {
        return await work;
      } catch (error) {
        throw unknown ? inDoubt(error) : error;
      }
    },
  };
}
export type UndecidedPayment = ReturnType<typeof createUndecidedPayment>;

/** That a payment is undecided is the service's own word; a shopper who is offline is told what to do. */
function inDoubt(error: unknown): unknown {
  const data = errorData(error);
  const isClear = data.code === 'cancelled' || data.code === 'offline';
  return isClear ? error : new WalletError({ ...data, param: 'payment' }, { cause: error });
}
