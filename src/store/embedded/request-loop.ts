import { type BatchResult, type Engine, type FromThread, QueryError, type ToThread } from '../engine.ts';
import type { MessageBatches } from './message-batches.ts';

type BatchRequest = Extract<ToThread, { kind: 'batch' }>;
/** A request whose answer is a row set. */
type QueryRequest = Exclude<Extract<ToThread, { id: number }>, BatchRequest>;

/**
 * Serves the requests that the thread receives; `takeAll` returns those that have arrived. Of these, batches of statements
 * run last and share one disk sync. They run earlier only before a `begin`, `listen` or `close`.
 */
export function createRequestLoop(engine: Engine, { post, flush }: MessageBatches<FromThread>) {
  const refuse = (id: number, { message, code, constraint, table }: QueryError) =>
    post({ kind: 'failure', id, failure: { message, code, constraint, table } });

  const executeGroup = async (group: BatchRequest[]) => {
    const requests = group.splice(0);
    if (requests.length === 0) return;
    // Sends the answers to earlier queries, so that their callers go on meanwhile.
    flush();
    const results = await engine.executeBatches(requests.map((request) => request.all));
    for (const [index, { id }] of requests.entries()) respond(id, results[index]);
    flush();
  };
  const respond = (id: number, result: BatchResult | undefined) => {
    if (result?.kind === 'refused') refuse(id, result.error);
    else post({ kind: 'result', id, result: { rows: [] } });
  };
  const query = async (request: QueryRequest) => {
    const { id } = request;
    try {
      post({ kind: 'result', id, result: await resultOf(engine, request, post) });
    } catch (error) {
      // Any error but a refused statement means a broken engine: the thread ends and the files recover at the next open.
      if (!(error instanceof QueryError)) throw error;
      refuse(id, error);
    }
  };
  const serve = async (batch: readonly ToThread[]) => {
    const group: BatchRequest[] = [];
    for (const request of batch) {
      if (request.kind === 'batch') {
        group.push(request);
        continue;
      }
      // The transaction must not contain writes of others.
      if (request.kind !== 'query') await executeGroup(group);
      // The caller does not wait for an answer, so this must not fail: the next statement would commit by itself.
      if (request.kind === 'begin') await engine.begin();
      else if (request.kind === 'close') await close(engine, flush);
      else await query(request);
    }
    await executeGroup(group);
    flush();
  };
  return async (takeAll: () => readonly ToThread[]) => {
    for (let batch = takeAll(); batch.length > 0; batch = takeAll()) await serve(batch);
  };
}

async function close(engine: Engine, flush: () => void) {
  flush();
  await engine.close();
  process.exit();
}

async function resultOf(engine: Engine, request: QueryRequest, post: MessageBatches<FromThread>['post']) {
  if (request.kind === 'query') return engine.query(request.text, request.params, request.rowMode);
  const { channel } = request;
  await engine.listen(channel, (payload) => post({ kind: 'notified', channel, payload }));
  return { rows: [] };
}
