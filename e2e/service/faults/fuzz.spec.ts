import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { percentile } from '../../../tools/bench/kit/statistics.ts';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { refreshToken } from '../../support/stack/service-client.ts';
import { PUBLISHABLE_KEY, SECRET_KEY } from '../../support/stack/stack.ts';
import { startServices } from './stores.ts';

const CLIENTS = 8;
const BATCH = 200;
/** A stream goes on; its status is enough. */
const READ_MS = 500;
const seed = Number(process.env['E2E_SEED'] ?? Date.now() % 2 ** 31);

type Shot = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};
type Hit = { readonly status: number | undefined; readonly ms: number };

test('no request makes the service fail', { tag: '@prove' }, async () => {
  const seconds = proofSize('randomRequests');
  test.setTimeout(120_000 + seconds * 2000);
  const services = await startServices('embedded');
  try {
    const url = services.processes[0]?.url ?? '';
    const shots = await shotsAt(url);
    const halves = [await fire(url, shots, seconds / 2), await fire(url, shots, seconds / 2)] as const;
    const hits = halves.flat();
    const failed = hits.filter(({ status }) => status === undefined || status >= 500);
    const [before, after] = [percentile99(halves[0]), percentile99(halves[1])];
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(failed, `of ${hits.length} with seed ${seed}`).toEqual([]);
    keepProof({
      what: proofSizes.randomRequests.what,
      measured: `${hits.length} requests in ${seconds} s, ${failed.length} failed, p99 ${before} ms, then ${after} ms`,
      goal: 'no 5xx, no crash, p99 stays',
      reached: failed.length === 0 && after <= 2 * before,
    });
  } finally {
    await services.stop();
  }
});

/** Anything at all, to every documented address and to those beside. */
async function shotsAt(url: string): Promise<fc.Arbitrary<Shot>> {
  const { paths } = await (await fetch(`${url}/openapi.json`)).json();
  const beside = ['/docs', '/wallet/frame', '/sdk/sdk.js', '/wallet/assets/x.js', '/none', '/'];
  const shopper = await refreshToken(url, 'fuzz');
  const values = [
    '',
    '0',
    '1',
    '1001',
    '-1',
    '1e3',
    '10.00',
    'GBP',
    'SALE',
    'CHARGE',
    '{}',
    '[]',
    '{"a":1,"a":2}',
  ];
  const value = fc.oneof(
    fc.constantFrom(...values, PUBLISHABLE_KEY, shopper, 'tok_sandbox_4242424242424242'),
    fc.constantFrom(
      '/wallet/frame?key=&merchant=1001',
      'http://localhost:3000',
      '\u0000',
      '\ufeff',
      '%00',
      '../..',
    ),
    fc.string({ unit: 'binary' }),
    fc.json(),
  );
  const names = [
    'externalID',
    'ttl',
    'custom',
    'metadata',
    'publishableKey',
    'refreshToken',
    'walletSession',
  ].concat(
    ['ccToken', 'method', 'amount', 'currency', 'merchant_id', 'merchantRef', 'orderID', 'transactionID'],
    ['card', 'view', 'saveForLater', 'key', 'merchant', 'locale', 'origin', '__proto__', 'a[b]'],
  );
  const form = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });
  const encoded = form.map((given) => new URLSearchParams(given).toString());
  const path = fc
    .tuple(fc.constantFrom(...Object.keys(paths), ...beside), fc.string(), fc.option(encoded, { nil: '' }))
    .map(
      ([pattern, id, query]) => pattern.replace(/\{\w+\}/, encodeURIComponent(id)) + (query && `?${query}`),
    );
  const types = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data', ''];
  const headers = fc.record({
    secretKey: fc.constantFrom(SECRET_KEY, SECRET_KEY, 'sk_sandbox_none', ''),
    Authorization: fc.constantFrom('', 'Bearer', 'Bearer a.b.c', 'a'.repeat(5000)),
    'Content-Type': fc.constantFrom(types[0] ?? '', ...types),
    'Idempotency-Key': fc.constantFrom('', 'one', '"quoted"', '"', 'é'),
    'X-Forwarded-For': fc.constantFrom('', '::1', 'x, y'),
    'Accept-Encoding': fc.constantFrom('', 'br', 'gzip;q=x', '*'),
    'If-None-Match': fc.constantFrom('', '*', '"'),
  });
  const method = fc.constantFrom('POST', 'POST', 'GET', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE');
  const any = fc.record({ method, path, headers, body: fc.oneof(encoded, fc.string(), fc.uint8Array()) });
  return fc.oneof(any, besideAccepted(form));
}

const ACCEPTED: readonly (readonly [path: string, form: Readonly<Record<string, string>>])[] = [
  ['/users/api/v1/refresh_token', { externalID: 'fuzz' }],
  ['/users/api/v1/user/login', { externalID: 'fuzz' }],
  [
    '/wallet/api/v1/billing',
    { method: 'SALE', amount: '1.00', currency: 'GBP', ccToken: 'tok_sandbox_4242424242424242' },
  ],
];

/** What is accepted, with anything beside it: chance alone hardly ever gets past the first refusal. */
function besideAccepted(beside: fc.Arbitrary<Record<string, string>>): fc.Arbitrary<Shot> {
  return fc.tuple(fc.constantFrom(...ACCEPTED), beside).map(([[path, accepted], given]) => ({
    method: 'POST',
    path,
    headers: { secretKey: SECRET_KEY, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...given, ...accepted }).toString(),
  }));
}

async function fire(url: string, shots: fc.Arbitrary<Shot>, seconds: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  const end = performance.now() + seconds * 1000;
  let batch = 0;
  const client = async () => {
    while (performance.now() < end) {
      batch += 1;
      for (const shot of fc.sample(shots, { numRuns: BATCH, seed: seed + batch })) {
        if (performance.now() >= end) return;
        const from = performance.now();
        const status = await shoot(url, shot);
        hits.push({ status, ms: performance.now() - from });
        if (status === undefined || status >= 500) console.log(status, JSON.stringify(shot));
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return hits;
}

/** The status; undefined when the connection ended without one, unless it was one kept from before, which may always. */
function shoot(url: string, shot: Shot): Promise<number | undefined> {
  const { method, path, headers, body } = shot;
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  return new Promise((resolve) => {
    const sent = request(`${url}/`, { method, path, headers: given }, (answer) => {
      const late = setTimeout(() => sent.destroy(), READ_MS);
      answer.resume().once('close', () => {
        clearTimeout(late);
        resolve(answer.statusCode);
      });
    });
    sent.once('error', () => resolve(sent.reusedSocket ? shoot(url, shot) : undefined));
    sent.end(method === 'GET' || method === 'HEAD' ? undefined : body);
  });
}

function percentile99(hits: readonly Hit[]): number {
  const times = hits.map(({ ms }) => ms);
  return Math.round(percentile(times, 0.99));
}
