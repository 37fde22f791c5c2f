import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import { errorData, WalletError } from '../../errors/wallet-error.ts';

const ASK_MS = 1_000;
/** Once the window is gone, and a result may be on its way. */
const ASK_SOON_MS = 500;
const GRACE_MS = 3_000;
/** Nobody waits any more. */
const ASK_LATER_MS = 5_000;

export type FollowedPayment = {
  /** When it has ended; rejects when nobody knows of it. */
  readonly ended: Promise<InstantPayment>;
  /** The same for whoever waits in front of it: rejects with `cancelled` once the window is gone and nothing is decided. */
  end(): Promise<InstantPayment>;
  /** The window is gone: not an end, but a reason to ask. */
  leave(): void;
  /** There is a window again. */
  stay(): void;
  /** How it stands, from another answer of the service. */
  update(payment: InstantPayment): void;
};

type Deferred = {
  readonly promise: Promise<InstantPayment>;
  resolve(payment: InstantPayment): void;
  reject(error: unknown): void;
};

function deferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<InstantPayment>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

/** Whoever waits while the shopper is at the provider. */
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
      waiting ??= deferred();
      return waiting.promise;
    },
    end: (payment: InstantPayment) => waiting?.resolve(payment),
    /** Learns that the window is gone, or why nobody knows. */
    giveUp(error: unknown) {
      waiting?.reject(error);
      waiting = undefined;
    },
  };
}

/** Asks the service how a payment stands until it has ended, however long the network is away. */
export function followPayment(read: () => Promise<InstantPayment>): FollowedPayment {
  const whole = deferred();
  const visit = createWaiter();
  let isOver = false;
  let timer = setTimeout(ask, ASK_MS);

  function update(payment: InstantPayment) {
    if (payment.status === 'PENDING' || isOver) return;
    isOver = true;
    clearTimeout(timer);
    whole.resolve(payment);
    visit.end(payment);
  }

  async function ask() {
    const fault = await read().then(update, (error: unknown) => error);
    if (isOver) return;
    if (isFinal(fault)) {
      isOver = true;
      whole.reject(fault);
    }
    if (isOver || visit.isLate()) visit.giveUp(fault ?? left());
    if (!isOver) timer = setTimeout(ask, visit.pause());
  }

  return {
    ended: whole.promise,
    stay: visit.stay,
    update,
    end: () => (isOver ? whole.promise : visit.wait()),
    leave() {
      visit.leave();
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(ask);
    },
  };
}

/** Network, service and, with a new `connect`, session may come back; an attempt that never was does not. */
const isFinal = (error: unknown) => error !== undefined && errorData(error).code === 'not_found';

function left() {
  const message =
    "makeInstantPayment: the provider's window is gone and the payment not decided, call again to go on";
  return new WalletError({ code: 'cancelled', message });
}
