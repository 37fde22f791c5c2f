import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestNameServer } from '../../test-kit/test-name-server.ts';
import { nameLookup } from './name-lookup.ts';

const HOSTS = `127.0.0.1 localhost
# 10.0.0.1 commented.test
10.0.0.2\tshop.test  Shop   # the shop's
10.0.0.3 shop.test.evil.example
::1 shop.test
no-address broken.test
`;

const NAMES = {
  'both.example': ['2606:4700::1111', '8.8.4.4', '169.254.169.254'],
  'old.example': ['8.8.8.8'],
  'new.example': ['2606:4700::1111'],
  'unknown.example': null,
  'unknown.example.shops.test': null,
  'unknown.example.cluster.test': null,
  orders: null,
  'orders.shops.test': null,
  'orders.cluster.test': ['10.1.2.3'],
};

let folder: string;
let server: Awaited<ReturnType<typeof openTestNameServer>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'names-'));
  writeFileSync(join(folder, 'hosts'), HOSTS);
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\nsearch shops.test cluster.test\n');
  server = await openTestNameServer(NAMES);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const never = () => new AbortController().signal;

function lookupHere() {
  const hostsFile = join(folder, 'hosts');
  return nameLookup({ servers: [server.address], hostsFile, resolverFile: join(folder, 'resolv.conf') });
}

test.each([
  ['shop.test', ['10.0.0.2', '::1']],
  ['shop.test.', ['10.0.0.2', '::1']],
  ['SHOP.test', ['10.0.0.2', '::1']],
  ['shop', ['10.0.0.2']],
  ['localhost', ['127.0.0.1']],
  ['shop.localhost', ['127.0.0.1', '::1']],
])('nameLookup finds %s without a name server', async (host, addresses) => {
  const before = server.asked.size;
  const found = await lookupHere()(host, never());
  expect(found.map(({ address }) => address)).toEqual(addresses);
  expect(found.map(({ family }) => family)).toEqual(addresses.map((each) => (each.includes(':') ? 6 : 4)));
  expect(server.asked.size).toBe(before);
});

test.each(['commented.test', 'broken.test', 'test.evil.example'])(
  'nameLookup asks a name server for %s, and no longer than it is given',
  async (host) => {
    const givingUp = new AbortController();
    const looking = lookupHere()(host, givingUp.signal);
    await expect.poll(() => server.asked.has(host)).toBe(true);
    const began = performance.now();
    givingUp.abort();
    expect(await looking).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(server.asked.has(`${host}.shops.test`)).toBe(false);
  },
);

test('nameLookup gives a silent name server up by itself', async () => {
  expect(await lookupHere()('silent.example.', never())).toEqual([]);
  expect(server.asked.has('silent.example')).toBe(true);
});

test.each([
  ['both.example', ['8.8.4.4', '169.254.169.254', '2606:4700::1111']],
  ['old.example', ['8.8.8.8']],
  ['new.example', ['2606:4700::1111']],
  ['unknown.example', []],
  ['orders', ['10.1.2.3']],
  ['orders.', []],
])(
  'nameLookup finds every address of %s, with the search domains of the machine',
  async (host, addresses) => {
    const found = await lookupHere()(host, never());
    expect(found.map(({ address }) => address)).toEqual(addresses);
  },
);
