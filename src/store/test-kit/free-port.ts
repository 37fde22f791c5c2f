import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Of this machine, for a program that a test starts. */
export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}
