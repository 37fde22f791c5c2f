import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** An address of a PostgreSQL whose connections can be made to fail. */
export type FaultProxy = {
  readonly url: string;
  /** Ends every connection and accepts no other. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** From now on sends on what `change` returns for what a client sends. If that is undefined, it ends the client's connection. */
  tamper(change: (sent: string) => string | undefined): void;
};

/** Starts a proxy before the PostgreSQL at `url`, which names a socket or a port. */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const address = new URL(url);
  const host = decodeURIComponent(address.hostname);
  const port = Number(address.port || 5432);
  const open = new Set<Socket>();
  let change: Parameters<FaultProxy['tamper']>[0] = (sent) => sent;
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket.on('error', () => {}).on('close', () => other.destroy()));
    }
    near.pipe(changeStream((sent) => change(sent), near)).pipe(far);
    far.pipe(near);
  });
  const listen = async (on: number) => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('Cannot start a proxy: it has no port');
  return {
    url: url.replace(`@${address.host}`, `@127.0.0.1:${own.port}`),
    async cut() {
      const closing = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      open.clear();
      await closing;
    },
    mend: () => listen(own.port),
    tamper: (to) => {
      change = to;
    },
  };
}

function changeStream(change: Parameters<FaultProxy['tamper']>[0], client: Socket) {
  return new Transform({
    transform(bytes: Buffer, _encoding, sendOn) {
      const changedText = change(bytes.toString('latin1'));
      if (changedText === undefined) client.destroy();
      else sendOn(null, Buffer.from(changedText, 'latin1'));
    },
  });
}
