import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address of a PostgreSQL that can be made to fail. */
export type Line = {
  readonly url: string;
  /** Ends every connection and takes no other. */
  cut(): Promise<void>;
  mend(): Promise<void>;
};

/** Puts a line before the PostgreSQL of `url`, a socket's or a port's. */
export async function breakableLine(url: string): Promise<Line> {
  const address = new URL(url);
  const host = decodeURIComponent(address.hostname);
  const port = Number(address.port || 5432);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket.on('error', () => {}).on('close', () => other.destroy()));
      socket.pipe(other);
    }
  });
  const listen = async (on: number) => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('Cannot open a line: no port');
  return {
    url: url.replace(`@${address.host}`, `@127.0.0.1:${own.port}`),
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      open.clear();
      await closed;
    },
    mend: () => listen(own.port),
  };
}
