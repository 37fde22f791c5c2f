import * as z from 'zod/mini';
import type { Reply } from '../../../base/processor/acquirer.ts';
import type { FollowUpKind, FollowUpQuestion } from '../../../base/processor/acquirer-question.ts';
import { PspReference } from './psp-reference.ts';

/** A `POST` of the vendor's document for a follow-up. */
export type Modification = { readonly path: string; readonly body: object };

type Refused = Extract<Reply, { readonly kind: 'refused' }>;

/** A refusal of ours, without a question to the vendor. */
export const refusedHere = (code: string, text: string): Refused => ({
  kind: 'refused',
  code,
  text,
  askedNobody: true,
});
const USE_REFUND = refusedHere(
  'use_refund',
  'The processor takes back only a whole payment with one capture and no refund: use REFUND',
);
const PAYMENT_UNKNOWN = refusedHere(
  'payment_unknown',
  'The processor has named no payment of this reference: wait for its notification, or VOID the whole',
);

const PATHS: Readonly<Record<Exclude<FollowUpKind, 'cancel'>, string>> = {
  capture: 'captures',
  refund: 'refunds',
};

/** What to ask for a follow-up, or why nobody is asked. */
export function modificationOf(
  question: FollowUpQuestion,
  { severalCaptures }: { severalCaptures: boolean },
): Modification | Refused {
  const { kind, payment } = question;
  if (!PspReference.safeParse(payment.processorReference ?? 'none').success) return PAYMENT_UNKNOWN;
  if (kind === 'cancel') return cancellationOf(question);
  if (payment.processorReference === undefined) return PAYMENT_UNKNOWN;
  if (kind === 'capture' && payment.captures > 0 && !severalCaptures) {
    return refusedHere(
      'single_capture',
      'The account captures an authorisation once: the rest of it is free',
    );
  }
  const { merchantAccount, reference, amount, currency } = question;
  const body = { merchantAccount, reference, amount: { currency, value: amount } };
  return { path: pathOf(payment.processorReference, PATHS[kind]), body };
}

/**
 * `reversals` takes a payment whole, so it stands for a VOID of what was captured whole, once, and never refunded. A payment
 * without an answer is cancelled by our reference: of a sale that is captured by then, the webhook says that it did not work.
 */
function cancellationOf(question: FollowUpQuestion): Modification | Refused {
  const { payment, of, amount, merchantAccount, reference } = question;
  const { processorReference, authorised, captured, refunded, captures } = payment;
  const body = { merchantAccount, reference };
  if (processorReference === undefined) {
    const isAll = captured === 0 || (amount === authorised && refunded === 0);
    if (!isAll || of !== undefined) return PAYMENT_UNKNOWN;
    return { path: '/cancels', body: { ...body, paymentReference: payment.reference } };
  }
  if (captured === 0 && of === undefined) return { path: pathOf(processorReference, 'cancels'), body };
  const isWhole = captures === 1 && captured === authorised && amount === authorised && refunded === 0;
  if (isWhole) return { path: pathOf(processorReference, 'reversals'), body };
  if (of !== undefined || captured === authorised) return USE_REFUND;
  return refusedHere(
    'rest_expires',
    'The processor cancels no rest of an authorisation: it expires by itself',
  );
}

function pathOf(processorReference: string, what: string): string {
  return `/payments/${processorReference}/${what}`;
}

const ModificationResponse = z.object({
  status: z.literal('received'),
  pspReference: PspReference,
  merchantAccount: z.string(),
  reference: z.optional(z.string()),
});

/** Reads the answer of 201, of which the webhook tells the end. */
export function modificationReply(
  body: unknown,
  { merchantAccount, reference }: Pick<FollowUpQuestion, 'merchantAccount' | 'reference'>,
): Reply {
  const response = ModificationResponse.safeParse(body);
  if (!response.success) return { kind: 'unknown', reason: 'answer_unreadable' };
  const { pspReference, ...found } = response.data;
  const isOwn = found.merchantAccount === merchantAccount && (found.reference ?? reference) === reference;
  return isOwn
    ? { kind: 'received', processorReference: pspReference }
    : { kind: 'unknown', reason: 'reference_differs' };
}
