import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The shopper's link: every connection shares its bandwidth, each direction for itself. */
export type LinkSpeed = { readonly roundTripMs: number; readonly bitsPerSecond: number };

const SLICE_BYTES = 1460;

/**
 * TCP proxies before the servers of a page, all behind one slow link; real sockets, so frames of other processes are
 * slowed like the page. A connection costs a round trip before its first byte. Slow start is not modelled.
 */
export class SlowLink {
  readonly #speed: LinkSpeed;
  readonly #up: Direction;
  readonly #down: Direction;
  readonly #servers: Server[] = [];

  constructor(speed: LinkSpeed) {
    this.#speed = speed;
    this.#up = new Direction(speed);
    this.#down = new Direction(speed);
  }

  /** A port that leads to `target` on this machine. */
  async expose(port: number, target: number): Promise<void> {
    const server = createServer((near) => this.#join(near, connect(target, '127.0.0.1')));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) socket.setNoDelay(true);
    const openedAt = performance.now() + this.#speed.roundTripMs;
    this.#up.carry(near, far, openedAt);
    this.#down.carry(far, near, openedAt);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  }
}

class Direction {
  readonly #speed: LinkSpeed;
  #freeAt = 0;

  constructor(speed: LinkSpeed) {
    this.#speed = speed;
  }

  carry(from: Socket, to: Socket, openedAt: number): void {
    from.on('data', (data) => {
      for (let start = 0; start < data.length; start += SLICE_BYTES) {
        const slice = data.subarray(start, start + SLICE_BYTES);
        this.#at(this.#arrival(slice.length, openedAt), () => to.write(slice));
      }
    });
    from.on('end', () => this.#at(this.#arrival(0, openedAt), () => to.end()));
  }

  #arrival(bytes: number, openedAt: number): number {
    const { bitsPerSecond, roundTripMs } = this.#speed;
    const sendingMs = (bytes * 8 * 1000) / bitsPerSecond;
    this.#freeAt = Math.max(this.#freeAt, performance.now(), openedAt) + sendingMs;
    return this.#freeAt + roundTripMs / 2;
  }

  #at(time: number, act: () => void): void {
    setTimeout(act, Math.max(0, time - performance.now()));
  }
}
