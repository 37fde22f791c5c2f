import { eq, sql } from 'drizzle-orm';
import type { OpenDatabase } from '../../../store/database-on.ts';
import {
  columnPlaceholders,
  enqueueWrite,
  placeholder,
  rowValues,
  statement,
} from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { type SessionEventRow, sessionEvents } from '../../tables/session-events.ts';
import { walletSessions } from '../../tables/sessions.ts';

/** The PostgreSQL channel that names each session with a new event. */
const SESSION_CHANNEL = 'session_events';

type NewEvent = {
  /** Null: no wallet is connected. */
  readonly walletSessionId: string | null;
  readonly operationId: string;
  readonly type: SessionEventRow['type'];
};

/** Adds an event to a wallet session, with the caller's commit, which wakes the listeners. */
export async function publishSessionEvent(core: Core, { walletSessionId, operationId, type }: NewEvent) {
  if (walletSessionId === null) return;
  const { db, clock } = core;
  const event = { walletSessionId, operationId, type, createdAt: clock.now() };
  await enqueueWrite(insertEvent, db, rowValues(sessionEvents, event));
}

const insertEvent = statement<Record<string, unknown>, unknown>((db) => {
  const id = placeholder('session_events.walletSessionId', sessionEvents.walletSessionId);
  // Locks the row: the session's next event gets its number after this one is committed.
  const sessionUpdate = db.$with('session_update').as(
    db
      .update(walletSessions)
      .set({ lastSeq: sql`${walletSessions.lastSeq} + 1` })
      .where(eq(walletSessions.id, id))
      .returning({ seq: walletSessions.lastSeq }),
  );
  const eventInsert = db.$with('event_insert').as(
    db
      .insert(sessionEvents)
      .values({
        ...columnPlaceholders(sessionEvents, ['walletSessionId', 'operationId', 'type', 'createdAt']),
        // Null if there is no such session; the column refuses that.
        seq: sql`(select ${sessionUpdate.seq} from ${sessionUpdate})`,
      })
      .returning({ walletSessionId: sessionEvents.walletSessionId }),
  );
  const notification = sql`pg_notify(${sql.raw(`'${SESSION_CHANNEL}'`)}, ${eventInsert.walletSessionId})`;
  return db.with(sessionUpdate, eventInsert).select({ notified: notification }).from(eventInsert);
});

/** Wakes this process's listeners for the events that any process commits. */
export async function listenForSessionEvents(
  { streams }: Pick<Runtime, 'streams'>,
  listen: OpenDatabase['listen'],
) {
  const wake = (walletSessionId?: string) => {
    for (const listener of streams.listeners(walletSessionId)) listener.wake();
  };
  await listen(SESSION_CHANNEL, { onNotification: wake, onMissed: () => wake() });
}
