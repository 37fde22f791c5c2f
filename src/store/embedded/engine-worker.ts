import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  type Engine,
  type EngineOptions,
  type FromThread,
  QueryError,
  type ThreadStart,
  type ToThread,
} from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { type Posting, postedTogether } from './message-batches.ts';
import { openPgliteDirectory } from './pglite.ts';
import { unpackTemplate } from './template.ts';

// A program of its own: PGlite computes without yielding, so it runs away from the service's event loop.
if (parentPort) await serve(parentPort, workerData);

async function serve(port: MessagePort, options: EngineOptions) {
  const posting = postedTogether<FromThread>((messages) => port.postMessage(messages));
  const tell = (message: ThreadStart) => port.postMessage(message);
  try {
    await unpackTemplate(options);
    const engine = await openPgliteDirectory(options);
    let last = Promise.resolve();
    port.on('message', (messages: readonly ToThread[]) => {
      for (const message of messages) last = last.then(() => answer(engine, message, posting));
    });
    port.once('close', () => engine.close());
    tell({ kind: 'ready' });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    tell({ kind: 'refused', code: error.code, message: error.message });
  }
}

async function answer(engine: Engine, message: ToThread, { post, flush }: Posting<FromThread>) {
  // The caller goes on without an answer, so this must not fail: the next statement would commit by itself.
  if (message.kind === 'begin') return engine.begin();
  if (message.kind === 'close') {
    flush();
    await engine.close();
    process.exit();
  }
  const { id } = message;
  try {
    post({ kind: 'result', id, result: await resultOf(engine, message, post) });
  } catch (error) {
    // Any error but a refused statement means a broken engine: the thread ends and the files recover at the next open.
    if (!(error instanceof QueryError)) throw error;
    const { message: said, code, constraint, table } = error;
    post({ kind: 'failure', id, failure: { message: said, code, constraint, table } });
  }
}

type Asked = Exclude<ToThread, { kind: 'begin' | 'close' }>;

async function resultOf(engine: Engine, message: Asked, post: Posting<FromThread>['post']) {
  if (message.kind === 'query') return engine.query(message.text, message.params, message.rowMode);
  const { channel } = message;
  await engine.listen(channel, (payload) => post({ kind: 'notified', channel, payload }));
  return { rows: [] };
}
