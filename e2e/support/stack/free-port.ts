import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below what Linux, macOS and Windows give to outgoing connections: nobody gets one of these without asking for it. */
const FIRST = 20_000;
const BLOCK = 50;
const BLOCKS = 250;
const HOST = '127.0.0.1';

/** Of this process, and held by its first port, which other processes that look for a block then find taken. */
type Block = { readonly first: number; readonly guard: Server; given: number };

let block: Promise<Block> | undefined;

/** A port from this process's block: nobody else gets it, even while its program restarts. */
export async function freePort(): Promise<number> {
  block ??= takeBlock();
  const mine = await block;
  mine.given += 1;
  if (mine.given === BLOCK) block = undefined;
  if (mine.given >= BLOCK) return freePort();
  const port = mine.first + mine.given;
  const server = await listenOn(port);
  if (!server) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

async function takeBlock(): Promise<Block> {
  const start = Math.floor(Math.random() * BLOCKS);
  for (let tried = 0; tried < BLOCKS; tried++) {
    const first = FIRST + ((start + tried) % BLOCKS) * BLOCK;
    const guard = await listenOn(first);
    // Held as long as the process lives, which it does not keep alive.
    if (guard) return { first, guard: guard.unref(), given: 0 };
  }
  throw new Error(`Cannot find a free port: found all ${BLOCKS} blocks from ${FIRST} on taken`);
}

/** Null where somebody else does. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => server,
    () => null,
  );
  server.listen(port, HOST);
  return listening;
}
