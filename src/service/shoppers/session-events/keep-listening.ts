import { and, eq, isNull, lte, max, or, sql } from 'drizzle-orm';
import { isAnyOf } from '../../../store/any-of.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { sessionEvents } from '../../tables/session-events.ts';
import { refreshTokens, walletSessions } from '../../tables/sessions.ts';

/** How often listeners are checked. */
export const BEAT_MS = 15_000;
const LISTENING_MS = BEAT_MS + 5_000;

/** Records that somebody listens, until the next check or for as long as a request waits. */
export async function recordListener(
  { db, clock, streams }: Runtime,
  walletSessionId: string,
  ms = LISTENING_MS,
) {
  const listeningUntil = new Date(clock.now().getTime() + ms);
  await db
    .update(walletSessions)
    .set({ listeningUntil, listener: streams.process })
    .where(eq(walletSessions.id, walletSessionId));
}

/** Records that the session has no listener any more, unless its page has gone to another process since. */
export async function forgetListener({ db, streams }: Runtime, walletSessionId: string) {
  if (streams.listeners(walletSessionId).length > 0) return;
  const isHere = and(eq(walletSessions.id, walletSessionId), eq(walletSessions.listener, streams.process));
  await db.update(walletSessions).set({ listeningUntil: null }).where(isHere);
}

/**
 * Closes the listeners whose session or token has ended, and keeps the others' sessions alive. Wakes listeners that
 * missed an event, and has each send a keep-alive. It takes two statements, however many listen.
 */
export async function keepListeners(runtime: Runtime): Promise<void> {
  const { streams, clock } = runtime;
  // A listener that arrives during the query is not in its answer.
  const listeners = streams.listeners();
  if (listeners.length === 0) return;
  const sessions = [...new Set(listeners.map(({ walletSessionId }) => walletSessionId))];
  const aliveIds = await keepAlive(runtime, sessions);
  const newestBySession = await newestSeqs(runtime, sessions);
  const now = clock.now();
  for (const listener of listeners) {
    const hasEnded = listener.until <= now || !aliveIds.has(listener.walletSessionId);
    if (hasEnded) listener.end();
    else listener.beat(newestBySession.get(listener.walletSessionId) ?? 0);
  }
}

/** Takes over `listener` only if no other process holds it: a page may have moved while its old connection lingers here. */
async function keepAlive({ db, clock, streams }: Runtime, sessions: readonly string[]) {
  const now = clock.now();
  const { listener, listeningUntil } = walletSessions;
  const isHere = or(eq(listener, streams.process), isNull(listeningUntil), lte(listeningUntil, now));
  const until = sql.param(new Date(now.getTime() + LISTENING_MS), listeningUntil);
  const updated = await db
    .update(walletSessions)
    .set({
      lastSeenAt: now,
      listener: sql`case when ${isHere} then ${streams.process} else ${listener} end`,
      listeningUntil: sql`case when ${isHere} then ${until} else ${listeningUntil} end`,
    })
    .from(refreshTokens)
    .where(
      and(
        isAnyOf(walletSessions.id, sessions),
        isNull(walletSessions.endedAt),
        eq(refreshTokens.id, walletSessions.refreshTokenId),
        isNull(refreshTokens.revokedAt),
      ),
    )
    .returning({ id: walletSessions.id });
  return new Set(updated.map(({ id }) => id));
}

async function newestSeqs({ db }: Runtime, sessions: readonly string[]) {
  const rows = await db
    .select({ id: sessionEvents.walletSessionId, seq: max(sessionEvents.seq) })
    .from(sessionEvents)
    .where(isAnyOf(sessionEvents.walletSessionId, sessions))
    .groupBy(sessionEvents.walletSessionId);
  return new Map(rows.map(({ id, seq }) => [id, seq ?? 0]));
}
