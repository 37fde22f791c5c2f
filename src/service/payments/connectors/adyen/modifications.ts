import * as z from 'zod/mini';
import type { Reply } from '../../../base/processor/acquirer.ts';
import type { FollowUpQuestion } from '../../../base/processor/acquirer-question.ts';

/** A `POST` of the vendor's document for a follow-up. */
export type Modification = { readonly path: string; readonly body: object };

type Refused = Extract<Reply, { readonly kind: 'refused' }>;

const refused = (code: string, text: string): Refused => ({ kind: 'refused', code, text });
const USE_REFUND = refused('use_refund', 'The processor cancels no capture that is named: use REFUND');

/** What to ask for a follow-up, or why nobody is asked. */
export function modificationOf(
  question: FollowUpQuestion,
  { severalCaptures }: { severalCaptures: boolean },
): Modification | Refused {
  const { kind, payment } = question;
  if (kind === 'cancel') return cancellationOf(question);
  if (payment.processorReference === undefined) {
    return refused('payment_unknown', 'The processor has named no payment of this reference');
  }
  if (kind === 'capture' && payment.captures > 0 && !severalCaptures) {
    return refused('single_capture', 'The account captures an authorisation once: the rest of it is free');
  }
  const { merchantAccount, reference, amount, currency } = question;
  const body = { merchantAccount, reference, amount: { currency, value: amount } };
  return { path: pathOf(payment.processorReference, `${kind}s`), body };
}

/** `reversals` takes a payment whole, so it stands for a VOID of what was captured whole, once, and never refunded. */
function cancellationOf(question: FollowUpQuestion): Modification | Refused {
  const { payment, of, amount, merchantAccount, reference } = question;
  const { processorReference, authorised, captured, refunded, captures } = payment;
  const body = { merchantAccount, reference };
  if (captured === 0 && of === undefined) {
    if (processorReference !== undefined) return { path: pathOf(processorReference, 'cancels'), body };
    return { path: '/cancels', body: { ...body, paymentReference: payment.reference } };
  }
  const isWhole = captures === 1 && captured === authorised && amount === authorised && refunded === 0;
  if (isWhole && processorReference !== undefined)
    return { path: pathOf(processorReference, 'reversals'), body };
  if (of !== undefined || captured === authorised) return USE_REFUND;
  return refused('rest_expires', 'The processor cancels no rest of an authorisation: it expires by itself');
}

function pathOf(processorReference: string, what: string): string {
  return `/payments/${encodeURIComponent(processorReference)}/${what}`;
}

const ModificationResponse = z.object({
  status: z.literal('received'),
  pspReference: z.string().check(z.minLength(1)),
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
