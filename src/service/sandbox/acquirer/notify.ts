import type { RawNotification } from '../../base/processor/acquirer.ts';
import { type AcquirerCore, markTold, refresh } from './acquirer-core.ts';
import type { AcquirerFaults } from './fault-switches.ts';
import { findOperation, type Untold } from './ledger.ts';
import type { NotificationMessage } from './messages.ts';
import { type Operation, outcomeOf, statusOf } from './operation.ts';
import { SIGNATURE_HEADER, signBody } from './signature.ts';

/** Milliseconds between attempts; the last one stays. */
const RETRY_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const LATE_MS = 60_000;

export type Deliver = (raw: RawNotification) => Promise<boolean>;

type Options = {
  readonly core: AcquirerCore;
  readonly secret: string;
  readonly faults: () => AcquirerFaults['notifications'];
  /** Whether the receiver took it. */
  readonly deliver: Deliver;
};

export type Notifier = {
  /** Sends what is due, and resolves when each was taken or not. `early`: an operation whose end is told before its time. */
  sendDue(early?: OperationName): Promise<void>;
};

type OperationName = Pick<Operation, 'merchantAccount' | 'reference'>;

type Attempt = { readonly failures: number; readonly nextAt: number };

/** Tells the merchant's service what ended later, again and again until it is taken. */
export function createNotifier({ core, secret, faults, deliver }: Options): Notifier {
  const attempts = new Map<string, Attempt>();
  const sending = new Set<string>();
  const send = async (id: string, untold: Untold) => {
    const fault = faults();
    const raw = signedNotification(messageOf(core, id, untold), secret);
    const isTaken = fault !== 'lost' && (await deliver(raw));
    if (fault === 'double') await deliver(raw);
    if (isTaken) {
      attempts.delete(id);
      markTold(core, id);
      return;
    }
    const failures = (attempts.get(id)?.failures ?? 0) + 1;
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0;
    attempts.set(id, { failures, nextAt: core.clock.now().getTime() + wait });
  };
  return {
    async sendDue(early) {
      refresh(core);
      const fault = faults();
      const due = dueOf(core, { attempts, early, lateMs: fault === 'late' ? LATE_MS : 0 }).filter(
        ([id]) => !sending.has(id),
      );
      for (const [id, untold] of fault === 'reverse' ? due.reverse() : due) {
        // Another round may have sent it while this one waited.
        if (sending.has(id) || !core.ledger.untold.has(id)) continue;
        sending.add(id);
        await send(id, untold).finally(() => sending.delete(id));
      }
    },
  };
}

type Due = {
  readonly attempts: ReadonlyMap<string, Attempt>;
  readonly early: OperationName | undefined;
  readonly lateMs: number;
};

function dueOf({ ledger, clock }: AcquirerCore, { attempts, early, lateMs }: Due): [string, Untold][] {
  const now = clock.now().getTime();
  return [...ledger.untold].filter(([id, { operation, dispute }]) => {
    const at = dispute?.at ?? operation.end?.at ?? Number.POSITIVE_INFINITY;
    const isEarly =
      operation.reference === early?.reference && operation.merchantAccount === early.merchantAccount;
    return (isEarly || at + lateMs <= now) && (attempts.get(id)?.nextAt ?? 0) <= now;
  });
}

function messageOf(core: AcquirerCore, id: string, { operation, dispute }: Untold): NotificationMessage {
  const { kind, reference, processorReference, merchantAccount, payment, currency } = operation;
  // It tells the end, also where it is early.
  const now = Math.max(core.clock.now().getTime(), operation.end?.at ?? 0);
  const outcome = outcomeOf(operation, now);
  const start = findOperation(core.ledger, merchantAccount, payment);
  return {
    id,
    event: dispute?.event ?? 'operation.ended',
    live: false,
    merchantAccount,
    kind,
    reference,
    processorReference,
    paymentProcessorReference: start?.processorReference ?? processorReference,
    amount: dispute?.amount ?? operation.amount,
    currency: currency as NotificationMessage['currency'],
    approved: statusOf(operation, now) === 'approved',
    ...(outcome.outcome === 'approved' ? { authcode: outcome.authcode } : {}),
    ...(outcome.outcome === 'declined'
      ? { returnCode: outcome.returnCode, declineCode: outcome.declineCode }
      : {}),
    at: new Date(dispute?.at ?? operation.end?.at ?? now).toISOString(),
  };
}

export function signedNotification(message: NotificationMessage, secret: string): RawNotification {
  const body = Buffer.from(JSON.stringify(message));
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signBody(body, secret) };
  return { headers, body };
}
