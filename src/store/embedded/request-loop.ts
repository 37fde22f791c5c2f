import { type BatchResult, type Engine, type FromThread, QueryError, type ToThread } from '../engine.ts';
import type { Posting } from './message-batches.ts';

type ToStore = Extract<ToThread, { kind: 'store' }>;
type Asked = Extract<ToThread, { id: number }>;

/**
 * Answers what the thread is asked. Runs the queries of a batch first and then all its writes, so that the writes share one
 * disk sync; a transaction that begins in it comes after the writes before it. `takeAll` returns what has arrived so far.
 */
export function answering(engine: Engine, posting: Posting<FromThread>) {
  const { post, flush } = posting;
  const refused = (id: number, { message, code, constraint, table }: QueryError) =>
    post({ kind: 'failure', id, failure: { message, code, constraint, table } });

  const store = async (group: ToStore[]) => {
    const all = group.splice(0);
    if (all.length === 0) return;
    // Whoever waits for the queries before goes on meanwhile.
    flush();
    const outcomes = await engine.executeBatches(all.map((message) => message.all));
    for (const [index, { id }] of all.entries()) respond(id, outcomes[index]);
    flush();
  };
  const respond = (id: number, outcome: BatchResult | undefined) => {
    if (outcome?.kind === 'refused') refused(id, outcome.error);
    else post({ kind: 'result', id, result: { rows: [] } });
  };
  const query = async (message: Question) => {
    const { id } = message;
    try {
      post({ kind: 'result', id, result: await resultOf(engine, message, post) });
    } catch (error) {
      // Any error but a refused statement means a broken engine: the thread ends and the files recover at the next open.
      if (!(error instanceof QueryError)) throw error;
      refused(id, error);
    }
  };
  const round = async (messages: readonly ToThread[]) => {
    const group: ToStore[] = [];
    for (const message of messages) {
      if (message.kind === 'store') {
        group.push(message);
        continue;
      }
      // A transaction must not hold what others store.
      if (message.kind !== 'query') await store(group);
      // The caller goes on without an answer, so this must not fail: the next statement would commit by itself.
      if (message.kind === 'begin') await engine.begin();
      else if (message.kind === 'close') await close(engine, flush);
      else await query(message);
    }
    await store(group);
    flush();
  };
  return async (takeAll: () => readonly ToThread[]) => {
    for (let messages = takeAll(); messages.length > 0; messages = takeAll()) await round(messages);
  };
}

async function close(engine: Engine, flush: () => void) {
  flush();
  await engine.close();
  process.exit();
}

type Question = Exclude<Asked, ToStore>;

async function resultOf(engine: Engine, message: Question, post: Posting<FromThread>['post']) {
  if (message.kind === 'query') return engine.query(message.text, message.params, message.rowMode);
  const { channel } = message;
  await engine.listen(channel, (payload) => post({ kind: 'notified', channel, payload }));
  return { rows: [] };
}
