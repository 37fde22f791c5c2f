import { Worker } from 'node:worker_threads';
import {
  type Engine,
  type EngineOptions,
  type FromThread,
  QueryError,
  type QueryResult,
  type ThreadStart,
  type ToThread,
} from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { createMessageBatches, type MessageBatches } from './message-batches.ts';

/** The engine behind its thread, which itself groups batches. */
export type RemoteEngine = Omit<Engine, 'executeBatches'>;

export type EngineThread = EngineOptions & {
  /** The bundled engine-worker.ts. */
  program: URL;
  /** Called when the thread ended without `close`. Nothing can be stored any more, so the process should end. */
  onStopped(error: StoreError): void;
};

/** Starts PGlite in a thread of its own and resolves when it accepts statements. */
export async function startEngineThread(thread: EngineThread): Promise<RemoteEngine> {
  const { program, onStopped, directory, durability, template } = thread;
  const workerData: EngineOptions = { directory, durability, ...(template && { template }) };
  const worker = new Worker(program, { workerData, name: 'store' });
  const { post } = createMessageBatches<ToThread>((batch) => worker.postMessage(batch));
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await ready(worker).catch(async (error) => {
    await worker.terminate();
    throw error;
  });

  const { fail, ...queries } = remoteQueries(worker, post);
  let isClosing = false;
  const stop = (cause?: Error) => {
    const error = storeStopped(
      isClosing ? 'it is closed' : `its thread ended (${cause?.message ?? 'exit'})`,
      cause,
    );
    fail(error);
    if (isClosing) return;
    isClosing = true;
    onStopped(error);
  };
  worker.once('error', stop);
  worker.once('exit', () => stop());
  return {
    ...queries,
    close() {
      if (!isClosing) post({ kind: 'close' });
      isClosing = true;
      return exit;
    },
  };
}

function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause?: Error) =>
      reject(storeStopped(`its thread did not start (${cause?.message ?? 'it ended'})`, cause));
    const end = () => refuse();
    worker.once('error', refuse);
    worker.once('exit', end);
    worker.once('message', (message: ThreadStart) => {
      worker.off('error', refuse).off('exit', end);
      if (message.kind === 'refused') reject(new StoreError(message.code, message.message));
      else resolve();
    });
  });
}

type PendingCall = { resolve(result: QueryResult): void; reject(error: Error): void };

function remoteQueries(worker: Worker, post: MessageBatches<ToThread>['post']) {
  const pendingCalls = new Map<number, PendingCall>();
  const listeners = new Map<string, (payload: string) => void>();
  let lastId = 0;
  let failure: StoreError | undefined;
  const take = (message: FromThread) => {
    if (message.kind === 'notified') return listeners.get(message.channel)?.(message.payload);
    const caller = pendingCalls.get(message.id);
    pendingCalls.delete(message.id);
    if (message.kind === 'result') caller?.resolve(message.result);
    else caller?.reject(new QueryError(message.failure));
  };
  worker.on('message', (messages: readonly FromThread[]) => messages.forEach(take));
  const ask = (message: (id: number) => ToThread) =>
    new Promise<QueryResult>((resolve, reject) => {
      if (failure) return reject(failure);
      lastId += 1;
      pendingCalls.set(lastId, { resolve, reject });
      post(message(lastId));
    });
  // The thread sends no answer: if BEGIN fails, the thread ends.
  const begin = async () => {
    if (failure) throw failure;
    post({ kind: 'begin' });
  };
  const query: Engine['query'] = (text, params, rowMode) =>
    ask((id) => ({ kind: 'query', id, text, params, rowMode }));
  const executeBatch: Engine['executeBatch'] = async (all) => {
    await ask((id) => ({ kind: 'batch', id, all }));
  };
  const listen: Engine['listen'] = async (channel, onNotification) => {
    listeners.set(channel, onNotification);
    await ask((id) => ({ kind: 'listen', id, channel }));
  };
  const fail = (error: StoreError) => {
    failure = error;
    for (const { reject } of pendingCalls.values()) reject(error);
    pendingCalls.clear();
  };
  return { begin, query, executeBatch, listen, fail };
}

function storeStopped(state: string, cause?: Error) {
  return new StoreError('store_stopped', `Cannot use the embedded store: ${state}`, { cause });
}
