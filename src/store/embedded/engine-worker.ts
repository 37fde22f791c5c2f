import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { EngineOptions, FromThread, ThreadStart, ToThread } from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { createMessageBatches } from './message-batches.ts';
import { openPgliteDirectory } from './pglite.ts';
import { createRequestLoop } from './request-loop.ts';
import { unpackTemplate } from './template.ts';

// A program of its own: PGlite computes without yielding, so it runs away from the service's event loop.
if (parentPort) await serve(parentPort, workerData);

async function serve(port: MessagePort, options: EngineOptions) {
  const batches = createMessageBatches<FromThread>((batch) => port.postMessage(batch));
  const post = (message: ThreadStart) => port.postMessage(message);
  try {
    await unpackTemplate(options);
    const engine = await openPgliteDirectory(options);
    const serveRequests = createRequestLoop(engine, batches);
    const inbox: ToThread[] = [];
    const takeAll = () => {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
        inbox.push(...next.message);
      return inbox.splice(0);
    };
    let queue = Promise.resolve();
    port.on('message', (messages: readonly ToThread[]) => {
      inbox.push(...messages);
      queue = queue.then(() => serveRequests(takeAll));
    });
    port.once('close', () => engine.close());
    post({ kind: 'ready' });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    post({ kind: 'refused', code: error.code, message: error.message });
  }
}
