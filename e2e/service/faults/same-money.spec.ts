import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { lookUp } from '../../support/stack/service-client.ts';
import { anyOf, followUp, type Reply, send, start, transactionIdOf } from './merchant.ts';
import { type Services, startServices, stores } from './stores.ts';

const AT_ONCE = 64;
/** Minor units; too much for all requests of a race. */
const AMOUNT = 10_000;

type Race = {
  readonly what: string;
  /** What the money is taken from: an AUTH, or a SALE. */
  readonly from: 'AUTH' | 'SALE';
  /** Method and amount, in minor units, of request number `index`. */
  request(index: number): { readonly method: 'CHARGE' | 'REFUND' | 'VOID'; readonly amount: number };
  /** How many whole successes there must be; undefined for parts, where only the sum counts. */
  readonly winners: 1 | undefined;
  /** Whether `npm test` runs it too: one race for parts, and one between methods. */
  readonly isInBrief?: true;
};

const whole = (method: 'CHARGE' | 'REFUND') => () => ({ method, amount: AMOUNT });
const part = (method: 'CHARGE' | 'REFUND') => () => ({
  method,
  amount: 1 + Math.floor(Math.random() * (AMOUNT / 4)),
});

const races: readonly Race[] = [
  { what: 'CHARGE of the whole', from: 'AUTH', request: whole('CHARGE'), winners: 1 },
  {
    what: 'CHARGE of random parts',
    from: 'AUTH',
    request: part('CHARGE'),
    winners: undefined,
    isInBrief: true,
  },
  { what: 'REFUND of the whole', from: 'SALE', request: whole('REFUND'), winners: 1 },
  {
    what: 'VOID against CHARGE of the whole',
    from: 'AUTH',
    request: (index) => ({ method: index % 2 === 0 ? 'VOID' : 'CHARGE', amount: AMOUNT }),
    winners: 1,
    isInBrief: true,
  },
  { what: 'REFUND of random parts', from: 'SALE', request: part('REFUND'), winners: undefined },
];

type Outcome = { readonly faults: readonly string[]; readonly statuses: ReadonlyMap<number, number> };

for (const store of stores) {
  test.describe(`on ${store}`, () => {
    let services: Services;
    test.beforeAll(async () => {
      services = await startServices(store);
    });
    test.afterAll(() => services.stop());

    for (const race of races) {
      test(`${AT_ONCE} simultaneous: ${race.what}`, { tag: race.isInBrief ? [] : ['@prove'] }, async () => {
        const rounds = proofSize('races');
        test.setTimeout(60_000 + rounds * 5_000);
        const faults: string[] = [];
        const statuses = new Map<number, number>();
        for (let round = 0; round < rounds; round += 1) {
          const outcome = await run(services, race);
          faults.push(...outcome.faults);
          for (const [status, count] of outcome.statuses) {
            statuses.set(status, (statuses.get(status) ?? 0) + count);
          }
        }
        keepProof({
          what: `${proofSizes.races.what}, ${race.what}, ${store}`,
          measured: `${rounds} rounds, ${faults.length} violations (${[...statuses].map((pair) => pair.join(': ')).join(', ')})`,
          goal: '0 violations',
          reached: faults.length === 0,
        });
        expect(faults).toEqual([]);
      });
    }
  });
}

async function run({ processes }: Services, race: Race): Promise<Outcome> {
  const begun = await send(anyOf(processes).url, start(race.from, decimal(AMOUNT)));
  const id = transactionIdOf(begun);
  const requests = Array.from({ length: AT_ONCE }, (_, index) => race.request(index));
  const replies = await Promise.all(
    requests.map(({ method, amount }, index) =>
      send(processes[index % processes.length]?.url ?? '', followUp(method, id, decimal(amount))),
    ),
  );
  const found = await lookUp(anyOf(processes).url, id);
  return { faults: judge(race, { requests, replies, figures: found.sandbox }), statuses: countOf(replies) };
}

type Judged = {
  readonly requests: readonly ReturnType<Race['request']>[];
  readonly replies: readonly Reply[];
  readonly figures: { readonly captured: string; readonly refunded: string };
};

function judge({ from, winners, what }: Race, { requests, replies, figures }: Judged): string[] {
  const won = requests.filter((_, index) => replies[index]?.status === 200);
  const sum = won.reduce((total, { method, amount }) => total + (method === 'VOID' ? 0 : amount), 0);
  const moved = from === 'AUTH' ? figures.captured : figures.refunded;
  const strange = replies.filter(({ status }) => status !== 200 && status !== 422 && status !== 409);
  return [
    ...(sum > AMOUNT ? [`${what}: ${sum} of ${AMOUNT} moved`] : []),
    ...(moved === decimal(sum) ? [] : [`${what}: ${decimal(sum)} acknowledged, ${moved} moved`]),
    ...(winners !== undefined && won.length !== winners ? [`${what}: ${won.length} whole successes`] : []),
    ...strange.map(({ status, text }) => `${what}: ${status} ${text.slice(0, 200)}`),
  ];
}

function countOf(replies: readonly Reply[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

function decimal(minorUnits: number): string {
  return (minorUnits / 100).toFixed(2);
}
