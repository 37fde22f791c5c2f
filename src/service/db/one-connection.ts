import type { Connections, Engine } from './engine.ts';

/** Lends an engine's only connection to one task after the other. */
export function oneConnection(engine: Engine): Connections {
  let last: Promise<unknown> = Promise.resolve();
  const inLine = <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
  return {
    lend: (task) => inLine(() => task(engine)),
    // Not within somebody's transaction, which may be rolled back.
    listen: (channel, { notified }) => inLine(() => engine.listen(channel, notified)),
    close: () => inLine(() => engine.close()),
  };
}
