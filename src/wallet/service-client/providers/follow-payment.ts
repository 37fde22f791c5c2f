import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import { toErrorData, WalletError } from '../../errors/wallet-error.ts';

const ASK_MS = 1_000;
/** After the window was closed: a result may follow soon. */
const ASK_SOON_MS = 500;
const GRACE_MS = 3_000;
/** When no call waits any more. */
const ASK_LATER_MS = 5_000;

export type PaymentFollower = {
  /** Resolves when the payment has ended; rejects if the service does not know it. */
  readonly outcome: Promise<InstantPayment>;
  /** The same for a waiting call: rejects with `cancelled` if the window was closed and the payment is not decided. */
  end(): Promise<InstantPayment>;
  /** The window was closed. The payment may still be open, so the service is asked. */
  leave(): void;
  /** Asks the service from now on: before the answer to its start the service may not know the payment. */
  begin(): void;
  /** A window is open again. */
  stay(): void;
  /** Takes over the payment's status from another answer of the service. */
  update(payment: InstantPayment): void;
};

type Deferred = {
  readonly promise: Promise<InstantPayment>;
  resolve(payment: InstantPayment): void;
  reject(error: unknown): void;
};

function createDeferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<InstantPayment>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

/** The call that waits while the shopper is at the provider. */
function createWaiter() {
  let leftAt: number | undefined;
  let waiting: Deferred | undefined;
  return {
    pause: () => (!waiting ? ASK_LATER_MS : leftAt === undefined ? ASK_MS : ASK_SOON_MS),
    isLate: () => leftAt !== undefined && Date.now() - leftAt >= GRACE_MS,
    leave() {
      leftAt ??= Date.now();
    },
    stay() {
      leftAt = undefined;
    },
    wait() {
      waiting ??= createDeferred();
      return waiting.promise;
    },
    end: (payment: InstantPayment) => waiting?.resolve(payment),
    /** Rejects the waiting call. */
    giveUp(error: unknown) {
      waiting?.reject(error);
      waiting = undefined;
    },
  };
}

/** Polls the service until a payment has ended, also after the network was gone for long. */
export function followPayment(read: () => Promise<InstantPayment>): PaymentFollower {
  const outcome = createDeferred();
  const waiter = createWaiter();
  let [hasBegun, isAsking, isOver] = [false, false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(ask, ms);
  };

  function update(payment: InstantPayment) {
    if (payment.status === 'PENDING' || isOver) return;
    isOver = true;
    clearTimeout(timer);
    outcome.resolve(payment);
    waiter.end(payment);
  }

  async function ask() {
    isAsking = true;
    const fault = await read().then(update, (error: unknown) => error);
    isAsking = false;
    if (isOver) return;
    if (isFinal(fault)) {
      isOver = true;
      outcome.reject(fault);
    }
    if (isOver || waiter.isLate()) waiter.giveUp(fault ?? leftError());
    if (!isOver) askIn(waiter.pause());
  }

  return {
    outcome: outcome.promise,
    stay: waiter.stay,
    update,
    end: () => (isOver ? outcome.promise : waiter.wait()),
    begin() {
      if (hasBegun || isOver) return;
      hasBegun = true;
      askIn(ASK_MS);
    },
    leave() {
      waiter.leave();
      if (hasBegun && !isAsking && !isOver) askIn(0);
    },
  };
}

/** Network, service and session may come back. An attempt that the service does not know never will. */
const isFinal = (error: unknown) => error !== undefined && toErrorData(error).code === 'not_found';

function leftError() {
  const message =
    "makeInstantPayment: the provider's window is gone and the payment not decided, call again to go on";
  return new WalletError({ code: 'cancelled', message });
}
