import { finished } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { AppContext } from './app-env.ts';

/** Node's request and response, where the app runs on Node's server. */
export function nodeBindings(c: AppContext): Partial<HttpBindings> {
  return (c.env as Partial<HttpBindings> | undefined) ?? {};
}

/**
 * Calls back when the answer is sent or never will be. Several answers may queue on one connection: when it closes,
 * Node notifies only the first of them.
 */
export function onAnswered(c: AppContext, callback: () => void) {
  const { incoming, outgoing } = nodeBindings(c);
  if (!incoming || !outgoing || incoming.socket.destroyed) {
    callback();
    return;
  }
  const { socket } = incoming;
  socket.setMaxListeners(0).once('close', callback);
  finished(outgoing, () => {
    socket.off('close', callback);
    callback();
  });
}
