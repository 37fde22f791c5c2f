import { eq, sql } from 'drizzle-orm';
import type { OpenDatabase } from '../../store/database-on.ts';
import type { ServiceContext } from '../context/context.ts';
import { type SessionEventRow, sessionEvents } from '../tables/session-events.ts';
import { walletSessions } from '../tables/sessions.ts';

/** The channel on which the store says which session has something new. */
const SESSION_CHANNEL = 'session_events';

type Telling = {
  /** Null: there is no wallet to tell. */
  readonly walletSessionId: string | null;
  readonly operationId: string;
  readonly type: SessionEventRow['type'];
};

/** Tells a wallet session, in the caller's transaction. Its listeners are woken once that commits. */
export async function tellSession(context: ServiceContext, { walletSessionId, operationId, type }: Telling) {
  if (walletSessionId === null) return;
  const { db, clock } = context;
  // Locks the row: the session's next event gets its number after this one is committed.
  const [numbered] = await db
    .update(walletSessions)
    .set({ lastSeq: sql`${walletSessions.lastSeq} + 1` })
    .where(eq(walletSessions.id, walletSessionId))
    .returning({ seq: walletSessions.lastSeq });
  if (!numbered) throw new Error('Cannot tell the wallet session: found none, expected the one of the token');
  const { seq } = numbered;
  await db.insert(sessionEvents).values({ walletSessionId, seq, operationId, type, createdAt: clock.now() });
  await db.execute(sql`select pg_notify(${SESSION_CHANNEL}, ${walletSessionId})`);
}

/** Wakes the listeners of this process for what any process committed. */
export async function hearSessions(
  { streams }: Pick<ServiceContext, 'streams'>,
  listen: OpenDatabase['listen'],
) {
  const wake = (walletSessionId?: string) => {
    for (const listener of streams.listeners(walletSessionId)) listener.wake();
  };
  await listen(SESSION_CHANNEL, { notified: wake, missed: () => wake() });
}
