import type { OpenDatabase } from '../../store/database-on.ts';
import type { ServiceContext } from '../context/context.ts';
import { SESSION_CHANNEL } from './tell-session.ts';

/** Wakes the listeners of this process by what any process committed. */
export async function hearSessions(
  { streams }: Pick<ServiceContext, 'streams'>,
  listen: OpenDatabase['listen'],
) {
  const wake = (walletSessionId?: string) => {
    for (const listener of streams.listeners(walletSessionId)) listener.wake();
  };
  await listen(SESSION_CHANNEL, { notified: wake, missed: () => wake() });
}
