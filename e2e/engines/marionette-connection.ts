import { once } from 'node:events';
import { connect } from 'node:net';

type Answer = {
  readonly failure: { readonly error: string; readonly message: string } | null;
  readonly result: unknown;
};

/** Commands to a Firefox that was started with `-marionette`, and their answers: each a length, a colon and JSON. */
export type MarionetteConnection = {
  send(name: string, parameters: object): Promise<Answer>;
  close(): void;
};

export async function connectMarionette(port: number): Promise<MarionetteConnection> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  const take = (message: unknown) => {
    // The first message is a greeting, and no list.
    if (!Array.isArray(message)) return;
    const [, id, failure, result] = message;
    waiting.get(id)?.({ failure, result });
    waiting.delete(id);
  };
  let unread: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    unread = takeMessages(Buffer.concat([unread, chunk]), take);
  });
  socket.once('close', () => {
    const failure = { error: 'invalid session id', message: 'Cannot drive Firefox: it has gone' };
    for (const answer of waiting.values()) answer({ failure, result: null });
  });
  return {
    send: (name, parameters) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        const text = JSON.stringify([0, lastId, name, parameters]);
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      }),
    close: () => socket.destroy(),
  };
}

/** Takes what has come whole and gives back the rest. */
function takeMessages(bytes: Buffer, take: (message: unknown) => void): Buffer {
  const colon = bytes.indexOf(':');
  const end = colon + 1 + Number(bytes.subarray(0, colon));
  if (colon < 0 || bytes.length < end) return bytes;
  take(JSON.parse(bytes.toString('utf8', colon + 1, end)));
  return takeMessages(bytes.subarray(end), take);
}
