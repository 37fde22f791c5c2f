import type { Acquirer, Acquirers, Reply } from '../../base/processor/acquirer.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';

type Question = Claim['question'];

/** What happens to a question on its way: `before` and `after` the acquirer acts, its answer is lost. A reply is given as it is. */
type Mishap =
  | 'lost before'
  | 'lost after'
  | 'not sent'
  | 'received'
  | (() => Promise<Reply>)
  | (() => Promise<void>);

const DAY_MS = 86_400_000;
/** What signs its notifications. */
export const SIGNATURE = 'signed-by-the-ledger';

/**
 * For tests: an acquirer with a ledger, which acts once for each key and approves. `mishaps` happen to the next questions, in
 * order. `finds`: whether it can be asked what became of a question.
 */
export function openTestAcquirer({ finds = false } = {}) {
  const ledger = new Map<string, { readonly question: Question; readonly reply: Reply }>();
  const asked: Question[] = [];
  const mishaps: Mishap[] = [];
  const act = (question: Question): Reply => {
    const earlier = ledger.get(question.key);
    if (earlier) {
      const isSame = JSON.stringify(earlier.question) === JSON.stringify(question);
      return isSame ? earlier.reply : { kind: 'refused', code: 'key_reused', text: 'another question' };
    }
    const processorReference = `psp-${ledger.size + 1}`;
    const reply: Reply = { kind: 'approved', processorReference, authcode: '123456' };
    ledger.set(question.key, { question, reply });
    return reply;
  };
  const ask = async (question: Question): Promise<Reply> => {
    asked.push(question);
    const mishap = mishaps.shift();
    if (mishap === 'not sent') return { kind: 'notSent', reason: 'refused' };
    if (mishap === 'lost before') return { kind: 'unknown', reason: 'timeout' };
    const instead = typeof mishap === 'function' ? await mishap() : undefined;
    if (instead) return instead;
    const reply = act(question);
    if (mishap === 'received') return { kind: 'received', processorReference: 'psp-received' };
    return mishap === 'lost after' ? { kind: 'unknown', reason: 'timeout' } : reply;
  };
  const acquirer: Acquirer = {
    name: 'ledger',
    keyLifeMs: 7 * DAY_MS,
    isAsynchronous: () => false,
    isLive: false,
    supports: { cancelOfCapture: true, cancelByReference: true, severalCaptures: () => true },
    authorise: ask,
    sale: ask,
    capture: ask,
    refund: ask,
    cancel: ask,
    completeAuthentication: ask,
    readNotification: ({ headers, body }) => {
      if (headers['x-signature'] !== SIGNATURE) return { ok: false, status: 401, reason: 'signature' };
      const notification = JSON.parse(Buffer.from(body).toString());
      const notifications = [{ ...notification, at: new Date(notification.at) }];
      return { ok: true, notifications, answer: { status: 202, body: '[accepted]' } };
    },
    ...(finds && {
      find: async ({ reference }) => {
        const found = [...ledger.values()].find(({ question }) => question.reference === reference);
        if (!found) return { kind: 'absent' };
        const { reply } = found;
        if (reply.kind === 'approved') return reply;
        throw new Error(`the ledger has ${reply.kind}`);
      },
    }),
  };
  const acquirers: Acquirers = {
    of: () => acquirer,
    named: (name) => (name === acquirer.name ? acquirer : undefined),
  };
  return {
    ledger,
    /** Every question that was asked, repeats too. */
    asked,
    mishaps,
    /** The service with this acquirer in place of the sandbox's. */
    on: <Of extends Runtime>(runtime: Of): Of => ({
      ...runtime,
      dependencies: { ...runtime.dependencies, acquirers },
    }),
  };
}
