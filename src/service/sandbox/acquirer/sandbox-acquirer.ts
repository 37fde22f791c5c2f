import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import type {
  Acquirer,
  AcquirerCall,
  AcquirerNotification,
  FindReply,
  NotificationReading,
  RawNotification,
  ReadReport,
  Reply,
  ReportReply,
  WantedOperation,
} from '../../base/processor/acquirer.ts';
import type { AcquirerQuestion } from '../../base/processor/acquirer-question.ts';
import { askOverHttp, type HttpQuestion } from '../../payments/connectors/http-question.ts';
import { sandboxProcessor } from '../processor/sandbox-processor.ts';
import { KEY_LIFE_MS } from './ledger.ts';
import { AnswerMessage, NotificationMessage, ReportMessage } from './messages.ts';
import { isSignedBody, SIGNATURE_HEADER } from './signature.ts';

export type SandboxAcquirerOptions = {
  /** The name that records show. */
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly notificationSecret: string;
  /** How long an answer may take; longer than the slowest amount of the sandbox. */
  readonly timeoutMs: number;
  /** How it is asked. Default: as the caller wants it. */
  readonly fetch?: AcquirerCall['fetch'] | undefined;
};

/** Our connector to the simulated acquirer. */
export function sandboxAcquirer(options: SandboxAcquirerOptions): Acquirer {
  const ask = (question: AcquirerQuestion, call: AcquirerCall) => askQuestion(question, { call, options });
  return {
    name: options.name,
    keyLifeMs: KEY_LIFE_MS,
    isAsynchronous: (kind, merchantAccount) =>
      kind !== 'authorise' && kind !== 'sale' && sandboxProcessor.isAsynchronous(merchantAccount),
    isLive: false,
    supports: { cancelOfCapture: true, cancelByReference: false, severalCaptures: () => true },
    authorise: ask,
    sale: ask,
    capture: ask,
    refund: ask,
    cancel: ask,
    completeAuthentication: ask,
    async find({ reference, merchantAccount }: WantedOperation, call): Promise<FindReply> {
      const path = [merchantAccount, reference].map(encodeURIComponent).join('/');
      const reply = await askFor({ method: 'GET', path: `/v1/operations/${path}` }, { call, options });
      if (reply.kind === 'inProgress' || reply.kind === 'refused')
        return { kind: 'unknown', reason: reply.kind };
      return reply;
    },
    readNotification: (raw) => readNotification(raw, options.notificationSecret),
    report: (day, call) => askForReport(day, { call, options }),
    readReport,
  };
}

type Asking = { readonly call: AcquirerCall; readonly options: SandboxAcquirerOptions };

async function askQuestion(question: AcquirerQuestion, asking: Asking): Promise<Reply> {
  const { key } = question;
  const body = JSON.stringify(messageOf(question));
  const path = '/v1/operations';
  const reply = await askFor({ method: 'POST', path, body, key }, asking);
  return reply.kind === 'absent' ? { kind: 'unknown', reason: 'answer_unreadable' } : reply;
}

/** The question without its key; a payment is named by our reference. */
function messageOf(question: AcquirerQuestion): object {
  const { key: _, ...message } = question;
  if (message.kind === 'completion') {
    const { payment, returned, ...ids } = message;
    return { ...ids, payment: payment.reference, transStatus: returned['transStatus'] ?? 'cancel' };
  }
  if ('payment' in message) {
    const { payment, of, ...ids } = message;
    return { ...ids, payment: payment.reference, of: of?.reference };
  }
  return message;
}

type Wanted = {
  readonly method: HttpQuestion['method'];
  readonly path: string;
  readonly body?: string;
  readonly key?: string;
};

async function askFor(
  { method, path, body, key }: Wanted,
  { call: given, options: { url, apiKey, timeoutMs, fetch = given.fetch } }: Asking,
): Promise<Reply | Extract<FindReply, { kind: 'absent' }>> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-api-key': apiKey };
  if (key !== undefined) headers['idempotency-key'] = key;
  const question = { url: url + path, method, headers, ...(body === undefined ? {} : { body }) };
  const call = { ...given, fetch };
  const outcome = await askOverHttp(question, { call, timeoutMs });
  if (outcome.kind !== 'answered') return outcome;
  const answer = AnswerMessage.safeParse(parseJson(outcome.text));
  if (!answer.success) return { kind: 'unknown', reason: `answer_unreadable_${outcome.status}` };
  return replyOf(answer.data);
}

const PAYMENT_UNKNOWN: Reply = {
  kind: 'declined',
  returnCode: '12',
  declineCode: 'do_not_honor',
  text: 'The acquirer does not know the payment',
};

const RETRY_AFTER_MS = 1_000;
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

function replyOf(answer: AnswerMessage): Reply | Extract<FindReply, { kind: 'absent' }> {
  switch (answer.outcome) {
    case 'approved': {
      const { processorReference, authcode } = answer;
      return { kind: 'approved', processorReference, authcode, ...threeDsOf(answer), ...simulatedOf(answer) };
    }
    case 'declined': {
      const { outcome: _, transStatus: __, ...decline } = answer;
      return { kind: 'declined', ...decline, ...threeDsOf(answer) };
    }
    case 'redirect': {
      const { processorReference, url } = answer;
      return { kind: 'redirect', processorReference, url, method: 'GET', ...simulatedOf(answer) };
    }
    case 'received': {
      const { processorReference } = answer;
      return { kind: 'received', processorReference, ...threeDsOf(answer), ...simulatedOf(answer) };
    }
    case 'absent':
      return { kind: 'absent' };
    case 'refused':
      if (answer.code === 'key_in_progress') return { kind: 'inProgress', retryAfterMs: RETRY_AFTER_MS };
      if (answer.code === 'unavailable') return { kind: 'notSent', reason: answer.code, isAnswered: true };
      if (answer.code === 'down') return { kind: 'notSent', reason: answer.code };
      // A payment of which its ledger knows nothing, because it is older or the file was lost.
      if (answer.code === 'payment_not_found') return PAYMENT_UNKNOWN;
      return { kind: 'refused', code: answer.code, text: answer.text };
  }
}

/** Undefined where no 3-D Secure took place, or the shopper cancelled. */
function threeDsOf({ transStatus }: { readonly transStatus?: TransStatus | undefined }) {
  return transStatus === undefined ? {} : { threeDs: { transStatus } };
}

function simulatedOf({ simulated }: Pick<Extract<AnswerMessage, { outcome: 'approved' }>, 'simulated'>) {
  return simulated === undefined ? {} : { simulated };
}

const KINDS = {
  'capture.failed': 'captureFailed',
  'refund.failed': 'refundFailed',
  'chargeback.opened': 'chargeback',
  'chargeback.reversed': 'chargebackReversed',
  'chargeback.lost': 'chargebackLost',
} as const;

function readNotification({ headers, body }: RawNotification, secret: string): NotificationReading {
  const signature = headers[SIGNATURE_HEADER] ?? '';
  if (!isSignedBody(body, { signature, secret })) return { ok: false, status: 401, reason: 'signature' };
  const message = NotificationMessage.safeParse(parseJson(Buffer.from(body).toString('utf8')));
  if (!message.success) return { ok: false, status: 401, reason: 'malformed' };
  return { ok: true, notifications: [notificationOf(message.data)], answer: { status: 204, body: '' } };
}

function notificationOf(message: NotificationMessage): AcquirerNotification {
  const { event, kind, approved, live, at, ...others } = message;
  const isStart = kind === 'authorise' || kind === 'sale';
  return {
    ...others,
    event,
    kind: event === 'operation.ended' ? (isStart ? 'start' : kind) : KINDS[event],
    isSuccess: event === 'operation.ended' ? approved : true,
    isLive: live,
    at: new Date(at),
  };
}

async function askForReport(day: string, { call: given, options }: Asking): Promise<ReportReply> {
  const { url, apiKey, timeoutMs, fetch = given.fetch } = options;
  const call = { ...given, fetch };
  const question = {
    url: `${url}/v1/reports/${day}`,
    method: 'GET',
    headers: { 'x-api-key': apiKey },
  } as const;
  const outcome = await askOverHttp(question, { call, timeoutMs, maxAnswerBytes: MAX_REPORT_BYTES });
  if (outcome.kind !== 'answered') return outcome;
  const reading = readReport(outcome.text);
  return reading.kind === 'lines' ? reading : { ...reading, reason: `status_${outcome.status}` };
}

/** A report as the acquirer answers it. */
function readReport(text: string): ReadReport {
  const report = ReportMessage.safeParse(parseJson(text));
  if (!report.success) return { kind: 'unreadable', reason: 'Cannot read the report: expected its JSON' };
  return { kind: 'lines', lines: report.data.map((line) => ({ ...line, kind: line.type })) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
