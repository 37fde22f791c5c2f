import { eq, sql } from 'drizzle-orm';
import type { OpenDatabase } from '../../store/database-on.ts';
import { given, givenColumns, rowValues, statement, withCommit } from '../../store/statement.ts';
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

/** Tells a wallet session, with the caller's commit. Its listeners are woken by that. */
export async function tellSession(context: ServiceContext, { walletSessionId, operationId, type }: Telling) {
  if (walletSessionId === null) return;
  const { db, clock } = context;
  const event = { walletSessionId, operationId, type, createdAt: clock.now() };
  await withCommit(tell, db, rowValues(sessionEvents, event));
}

const tell = statement<Record<string, unknown>, unknown>((db) => {
  const id = given('session_events.walletSessionId', sessionEvents.walletSessionId);
  // Locks the row: the session's next event gets its number after this one is committed.
  const numbered = db.$with('numbered').as(
    db
      .update(walletSessions)
      .set({ lastSeq: sql`${walletSessions.lastSeq} + 1` })
      .where(eq(walletSessions.id, id))
      .returning({ seq: walletSessions.lastSeq }),
  );
  const told = db.$with('told').as(
    db
      .insert(sessionEvents)
      .values({
        ...givenColumns(sessionEvents, ['walletSessionId', 'operationId', 'type', 'createdAt']),
        // Null, which the column refuses, where there is no such session.
        seq: sql`(select ${numbered.seq} from ${numbered})`,
      })
      .returning({ walletSessionId: sessionEvents.walletSessionId }),
  );
  const woken = sql`pg_notify(${sql.raw(`'${SESSION_CHANNEL}'`)}, ${told.walletSessionId})`;
  return db.with(numbered, told).select({ woken }).from(told);
});

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
