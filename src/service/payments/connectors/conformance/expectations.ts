import assert from 'node:assert/strict';
import type { AcquirerNotification, RawNotification, Reply } from '../../../base/processor/acquirer.ts';
import type { AcquirerQuestion } from '../../../base/processor/acquirer-question.ts';
import type { Bench, Fake, LedgerEntry } from './bench.ts';

/** The reply, if it is of that kind. */
export function expectReply<Kind extends Reply['kind']>(
  reply: Reply,
  kind: Kind,
): Extract<Reply, { readonly kind: Kind }> {
  assert.equal(reply.kind, kind, `found ${JSON.stringify(reply)}, wanted ${kind}`);
  return reply as Extract<Reply, { readonly kind: Kind }>;
}

/** What the acquirer did under a reference, which it did once. */
export function expectOnce(fake: Fake, reference: string): LedgerEntry {
  const entries = fake.ledger(reference);
  assert.equal(entries.length, 1, `found ${entries.length} entries in the acquirer's ledger, wanted one`);
  const [entry] = entries;
  assert(entry);
  return entry;
}

type Ended = {
  readonly reply: Reply;
  /** Ours of the operation and of its payment: a vendor may name either. */
  readonly references: readonly string[];
  readonly as?: 'approved' | 'declined';
};

/** Whether the operation succeeded: by its reply, or by the notification that ends it. */
export async function expectEnd(
  bench: Bench,
  { reply, references, as = 'approved' }: Ended,
): Promise<readonly RawNotification[]> {
  if (reply.kind === 'approved' || reply.kind === 'declined') {
    assert.equal(reply.kind, as);
    return [];
  }
  const { processorReference } = expectReply(reply, 'received');
  const { fake } = bench;
  if (fake === undefined) return [];
  const raws = await fake.endPending();
  const own = raws
    .flatMap((raw) => readAll(bench, raw))
    .filter((each) => each.processorReference === processorReference);
  assert(own.length > 0, 'found no notification with the reference of the reply');
  for (const notification of own) {
    assert.equal(notification.isSuccess, as === 'approved');
    assert(
      references.includes(notification.reference ?? ''),
      `found the reference ${notification.reference}`,
    );
  }
  return raws;
}

export function referencesOf(question: AcquirerQuestion): readonly string[] {
  return 'payment' in question ? [question.reference, question.payment.reference] : [question.reference];
}

export function readAll({ acquirer }: Bench, raw: RawNotification): readonly AcquirerNotification[] {
  const reading = acquirer.readNotification(raw);
  assert(reading.ok, 'found a notification refused that the acquirer signed');
  assert(reading.answer.status >= 200 && reading.answer.status < 300);
  return reading.notifications;
}
