import type { Asked, Connections, Engine } from '../engine.ts';

/** Lends an engine's only connection to one task after the other; the next one begins while its last statement runs. */
export function oneConnection(engine: Engine): Connections {
  let last: Promise<void> = Promise.resolve();
  const inLine = <T>(task: (asked: Asked) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const before = last;
      last = new Promise<void>((free) => {
        before
          .then(() => task(free))
          .finally(free)
          .then(resolve, reject);
      });
    });
  return {
    lend: (task) => inLine((asked) => task(engine, asked)),
    // Not within somebody's transaction, which may be rolled back.
    listen: (channel, { notified }) => inLine(() => engine.listen(channel, notified)),
    close: () => inLine(() => engine.close()),
  };
}
