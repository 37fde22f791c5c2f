import { eq, max } from 'drizzle-orm';
import type { SessionEvent } from '../../contract/session-events.ts';
import type { ServiceContext } from '../context.ts';
import { sessionEvents } from '../db/tables/session-events.ts';

export type ReadingEvents = {
  readonly walletSessionId: string;
  /** What the reader has read to. */
  readonly after: number;
};

/** `seq`: what has been read to now, for the next time. */
export type ReadEvents = { readonly seq: number; readonly events: SessionEvent[] };

/** What came after `after`. Who publishes events says what they tell, so the composition root hands it in. */
export type EventReader = (context: ServiceContext, reading: ReadingEvents) => Promise<ReadEvents>;

/** Of the session's events; 0 before the first. */
export async function newestSeq({ db }: ServiceContext, walletSessionId: string): Promise<number> {
  const [row] = await db
    .select({ seq: max(sessionEvents.seq) })
    .from(sessionEvents)
    .where(eq(sessionEvents.walletSessionId, walletSessionId));
  return row?.seq ?? 0;
}
