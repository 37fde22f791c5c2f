import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

type StartProxyInput = {
  readonly port: number;
  /** Of the server on this machine that stands behind it. */
  readonly target: number;
  /** Headers that answers get, or lose by the empty text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hands an answer's body on, in place of the proxy. */
  readonly carry?: (from: IncomingMessage, to: ServerResponse) => void;
  /** False: the request is cut off before it goes on. */
  readonly admits?: (asked: IncomingMessage) => boolean;
};

/** A server before another: what stands in between in the world, with what it changes. */
export async function startProxy({
  port,
  target,
  headers = {},
  carry,
  admits,
}: StartProxyInput): Promise<Server> {
  const server = createServer((asked, answer) => {
    if (admits?.(asked) === false) {
      answer.destroy();
      return;
    }
    const { method, url, headers: sent } = asked;
    const onward = request({ host: '127.0.0.1', port: target, method, path: url, headers: sent });
    onward.on('response', (answered) => {
      answer.writeHead(answered.statusCode ?? 502, changed(answered, headers));
      if (carry) return carry(answered, answer);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function changed(answered: IncomingMessage, changes: Readonly<Record<string, string>>) {
  const kept = Object.entries(answered.headers).filter(([name]) => !(name in changes));
  return Object.fromEntries([...kept, ...Object.entries(changes).filter(([, value]) => value !== '')]);
}
