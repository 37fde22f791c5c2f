import type { RawNotification } from '../../base/processor/acquirer.ts';
import type {
  AcquirerCard,
  FollowUpQuestion,
  StartQuestion,
} from '../../base/processor/acquirer-question.ts';
import type { Bench, Fake, LedgerEntry } from '../../payments/connectors/conformance/bench.ts';
import { signToy, ToyMessage, toyAcquirer } from './toy-acquirer.ts';

const SECRET = 'toy-secret';
const approved: AcquirerCard = { number: '4111111111111111', expMonth: 3, expYear: 2099 };
const declined: AcquirerCard = { ...approved, number: '4000000000000002' };

type Question = Omit<StartQuestion, 'key'> | Omit<FollowUpQuestion, 'key'>;
type Operation = LedgerEntry & {
  readonly ours: string;
  readonly reference: string;
  status: LedgerEntry['status'];
};
type Answer = { readonly said: string; readonly reference?: string };
type Broken = 'key' | 'body' | 'signature' | 'decline';

/**
 * The toy connector on the bench. `broken`: what the other side, or the connector, does wrong, so that the kit is seen to find it.
 */
export function toyBench(broken?: Broken): Bench {
  const operations: Operation[] = [];
  const answers = new Map<string, { readonly body: string; readonly answer: Answer }>();
  let endAs: 'approved' | 'declined' = 'approved';
  let nextSaid: 'busy' | 'maybe' | undefined;
  const act = (body: string): Answer => {
    const question = JSON.parse(body) as Question;
    const status = statusOf(question, operations);
    if (status === undefined) return { said: 'never' };
    const reference = String(operations.length + 1);
    const { kind, amount, currency, merchantAccount, reference: ours } = question;
    operations.push({ kind, amount, currency, merchantAccount, ours, reference, status });
    return { said: { approved: 'yes', declined: 'no', pending: 'later' }[status], reference };
  };
  const answerOnce = (key: string, body: string): Answer => {
    const known = broken === 'key' ? undefined : answers.get(key);
    if (known) return known.body === body || broken === 'body' ? known.answer : { said: 'never' };
    const answer = act(body);
    if (answer.said !== 'never') answers.set(key, { body, answer });
    return answer;
  };
  const fake: Fake = {
    ledger: (reference) =>
      operations
        .filter(({ ours }) => ours === reference)
        .map(({ ours: _, reference: __, ...entry }) => entry),
    letNextFail: () => {
      endAs = 'declined';
    },
    async endPending() {
      const pending = operations.filter(({ status }) => status === 'pending');
      for (const operation of pending) operation.status = endAs;
      endAs = 'approved';
      return pending.map((operation) => notificationOf(operation));
    },
    answerBank: () => Promise.reject(new Error('The toy has no bank')),
    forgetKeys: () => answers.clear(),
    answerInProgress: () => {
      nextSaid = 'busy';
    },
    answerUnknownCode: () => {
      nextSaid = 'maybe';
    },
    signedFor: (raw, { merchantAccount, isLive }) => {
      const message = ToyMessage.parse(JSON.parse(Buffer.from(raw.body).toString('utf8')));
      return signed({
        ...message,
        account: merchantAccount ?? message.account,
        live: isLive ?? message.live,
      });
    },
  };
  const acquirer = toyAcquirer(SECRET);
  const reading = { ok: true, notifications: [], answer: { status: 200, body: '' } } as const;
  return {
    acquirer: broken === 'signature' ? { ...acquirer, readNotification: () => reading } : acquirer,
    merchantAccount: 'ToyShop',
    cards: {
      approved,
      declined: { card: declined, declineCode: broken === 'decline' ? 'lost_card' : 'do_not_honor' },
      demanding: undefined,
    },
    fake,
    close: async () => undefined,
    async fetch(_url, { headers, body }) {
      const said = nextSaid;
      nextSaid = undefined;
      if (said === 'busy') return Response.json({ said });
      const answer = answerOnce(new Headers(headers).get('Idempotency-Key') ?? '', String(body));
      return Response.json(said === 'maybe' ? { ...answer, said } : answer);
    },
  };
}

/** Undefined where the acquirer does nothing. */
function statusOf(question: Question, operations: readonly Operation[]): LedgerEntry['status'] | undefined {
  if ('card' in question) {
    if (question.amount === 0) return undefined;
    return question.card.number === declined.number ? 'declined' : 'approved';
  }
  const start = operations.find(({ ours }) => ours === question.payment.reference);
  if (!start || question.amount > start.amount) return undefined;
  return question.kind === 'refund' ? 'pending' : 'approved';
}

function notificationOf({ reference, ours, amount, currency, merchantAccount: account, status }: Operation) {
  const worked = status === 'approved';
  return signed({ id: `n${reference}`, live: false, account, reference, ours, amount, currency, worked });
}

function signed(message: object): RawNotification {
  const text = JSON.stringify(message);
  return { headers: { 'x-signature': signToy(text, SECRET) }, body: Buffer.from(text) };
}
