import { Hono } from 'hono';
import {
  type ChallengeEndAnswer,
  type ChallengesAnswer,
  type EventsAnswer,
  KeptBoxForm,
  type ResumeAnswer,
  ResumeForm,
} from '../../../contract/frame/session-events.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { cancelChallenge } from '../../payments/threeds/end-challenge.ts';
import { listChallenges, listKeptChallenges } from '../../payments/threeds/own-challenges.ts';
import { resumeChallenge } from '../../payments/threeds/resume-challenge.ts';
import { eventStream } from '../../shoppers/session-events/event-stream.ts';
import { EventsQuery } from '../../shoppers/session-events/events-query.ts';
import { recordListener } from '../../shoppers/session-events/keep-listening.ts';
import { waitForEvents } from '../../shoppers/session-events/wait-for-events.ts';
import { requireView } from '../../shoppers/sessions/require-view.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { clientNetwork } from '../http/client-address.ts';
import { readForm } from '../http/form-body.ts';
import { authenticateWallet } from '../http/middleware/authenticate.ts';
import { refuseOtherOrigins } from '../http/middleware/refuse-other-origins.ts';
import { parseForm } from '../http/parse-form.ts';
import { annotateRequest } from '../http/request-history.ts';

const CHALLENGES = '/wallet/api/v1/challenges';

/** The challenges of a wallet frame: their events, and how it resumes or cancels one. */
export function challengeRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/wallet/api/v1/events', answerEvents);
  routes.get(CHALLENGES, async (c) => {
    const caller = await authenticateWallet(c);
    const challenges = isForPaying(caller) ? await listChallenges(c.get('service'), caller) : [];
    return c.json({ status: 'OK', challenges } satisfies ChallengesAnswer);
  });
  routes.post(`${CHALLENGES}/kept`, async (c) => {
    refuseOtherOrigins(c);
    const caller = await authenticateWallet(c);
    const { box } = parseForm(KeptBoxForm, await readForm(c));
    const challenges = isForPaying(caller) ? await listKeptChallenges(c.get('service'), { caller, box }) : [];
    return c.json({ status: 'OK', challenges } satisfies ChallengesAnswer);
  });
  routes.post(`${CHALLENGES}/:transaction_id/cancel`, async (c) => {
    const own = await ownChallenge(c);
    const end = await runLockingTransaction(c.get('service'), (core) => cancelChallenge(core, own));
    return c.json({ status: 'OK', end } satisfies ChallengeEndAnswer);
  });
  routes.post(`${CHALLENGES}/:transaction_id/resume`, async (c) => {
    const own = await ownChallenge(c);
    const { box } = parseForm(ResumeForm, await readForm(c));
    const challenge = await runLockingTransaction(c.get('service'), (core) =>
      resumeChallenge(core, { ...own, box }),
    );
    return c.json({ status: 'OK', challenge } satisfies ResumeAnswer);
  });
  return routes;
}

async function ownChallenge(c: AppContext) {
  refuseOtherOrigins(c);
  const caller = await authenticateWallet(c);
  requireView(caller, 'CHECKOUT');
  const transactionId = c.req.param('transaction_id') ?? '';
  annotateRequest(c, { transactionId });
  return { caller, transactionId };
}

/** A refresh token that is only for MANAGE opens no payment. */
function isForPaying({ view }: WalletCaller): boolean {
  return view !== 'MANAGE';
}

async function answerEvents(c: AppContext) {
  const service = c.get('service');
  const caller = await authenticateWallet(c);
  const network = clientNetwork(c);
  const { after, wait = 0 } = parseForm(EventsQuery, {
    values: new Map(Object.entries(c.req.query())),
    ignored: [],
  });
  if (isStreamWanted(c)) {
    await recordListener(service, caller.walletSessionId);
    return c.body(eventStream(service, { caller, network, after }), 200, STREAM_HEADERS);
  }
  const read = await waitForEvents(service, {
    caller,
    network,
    after,
    waitMs: wait * 1000,
    beforeWaiting: () => c.get('slot')?.release(),
    signal: c.req.raw.signal,
  });
  return c.json({ status: 'OK', ...read } satisfies EventsAnswer);
}

/** Proxies that buffer would hold the events back. */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

function isStreamWanted(c: AppContext) {
  return (c.req.header('Accept') ?? '').includes('text/event-stream');
}
