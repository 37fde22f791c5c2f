import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { Acquirer, AcquirerCall, AcquirerNotification, Reply } from '../../base/processor/acquirer.ts';
import type { AcquirerQuestion } from '../../base/processor/acquirer-question.ts';
import { askOverHttp } from '../../payments/connectors/http-question.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const TOY_URL = 'https://toy.invalid/operations';

const Answer = z.object({
  said: z.enum(['yes', 'no', 'later', 'busy', 'never']),
  reference: z.optional(z.string()),
});
export const ToyMessage = z.object({
  id: z.string(),
  live: z.boolean(),
  account: z.string(),
  reference: z.string(),
  ours: z.string(),
  amount: z.number(),
  currency: z.string(),
  worked: z.boolean(),
});

/** The least that a connector is: the recipe in CONTRIBUTING begins with it. */
export function toyAcquirer(secret: string): Acquirer {
  return {
    name: 'toy',
    keyLifeMs: DAY_MS,
    isAsynchronous: (kind) => kind === 'refund',
    isLive: false,
    supports: { cancelOfCapture: true, cancelByReference: true, severalCaptures: () => true },
    authorise: ask,
    sale: ask,
    capture: ask,
    refund: ask,
    cancel: ask,
    completeAuthentication: async () => ({
      kind: 'refused',
      code: 'unsupported',
      text: 'The toy never redirects',
    }),
    readNotification({ headers, body }) {
      const text = Buffer.from(body).toString('utf8');
      if (headers['x-signature'] !== signToy(text, secret))
        return { ok: false, status: 401, reason: 'signature' };
      const notifications = [notificationOf(ToyMessage.parse(JSON.parse(text)))];
      return { ok: true, notifications, answer: { status: 200, body: '' } };
    },
  };
}

export function signToy(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

async function ask(question: AcquirerQuestion, call: AcquirerCall): Promise<Reply> {
  const { key, ...body } = question;
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const sent = { url: TOY_URL, method: 'POST', headers, body: JSON.stringify(body) } as const;
  const outcome = await askOverHttp(sent, { call, timeoutMs: 10_000 });
  if (outcome.kind !== 'answered') return outcome;
  return replyOf(outcome.text);
}

function replyOf(text: string): Reply {
  const answer = Answer.safeParse(parseJson(text));
  if (!answer.success) return { kind: 'unknown', reason: 'answer_unreadable' };
  const { said, reference: processorReference = '' } = answer.data;
  switch (said) {
    case 'yes':
      return { kind: 'approved', processorReference, authcode: '000001' };
    case 'no':
      return {
        kind: 'declined',
        processorReference,
        returnCode: '05',
        declineCode: 'do_not_honor',
        text: said,
      };
    case 'later':
      return { kind: 'received', processorReference };
    case 'busy':
      return { kind: 'inProgress', retryAfterMs: 1_000 };
    case 'never':
      return { kind: 'refused', code: 'not_allowed', text: said };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notificationOf(message: z.infer<typeof ToyMessage>): AcquirerNotification {
  return {
    id: message.id,
    kind: 'refund',
    event: 'REFUND',
    isSuccess: message.worked,
    reference: message.ours,
    processorReference: message.reference,
    merchantAccount: message.account,
    isLive: message.live,
    amount: message.amount,
    currency: message.currency,
    at: new Date(0),
  };
}
