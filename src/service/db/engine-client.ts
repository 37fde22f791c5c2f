import { Worker } from 'node:worker_threads';
import { type Engine, type EngineOptions, type FromThread, QueryError, type QueryResult, type ToThread } from './engine.ts';
import { StoreError } from './store-error.ts';

export type EngineThread = EngineOptions & {
  /** The bundled engine-thread.ts. */
  program: URL;
  /** Called once if the thread ends without `close`: nothing can be stored any more, the process should end. */
  onStopped(error: StoreError): void;
};

type Waiting = { resolve(result: QueryResult): void; reject(error: Error): void };

/** Starts PGlite in a thread of its own and resolves when it accepts statements. */
export function startEngineThread({ program, onStopped, ...options }: EngineThread): Promise<Engine> {
  const worker = new Worker(program, { workerData: options, name: 'store' });
  const post = (message: ToThread) => worker.postMessage(message);
  const waiting = new Map<number, Waiting>();
  let state: 'opening' | 'open' | 'closing' | 'stopped' = 'opening';
  let lastId = 0;
  let ended: Promise<void> | undefined;

  const query: Engine['query'] = (text, params, rowMode) => {
    if (state !== 'open') return Promise.reject(stopped('it is closed'));
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ kind: 'query', id, text, params, rowMode });
    });
  };
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const close = () => {
    if (state === 'open') {
      state = 'closing';
      post({ kind: 'close' });
    }
    ended ??= exited;
    return ended;
  };
