import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { guardDesk } from './guard-desk.ts';
import { openGuardedShop } from './guarded-shop.ts';
import { isStolen, load, visit } from './shopper-visit.ts';
import { SKIMMERS } from './skimmers.ts';

const attacks = new Map(Object.entries(SKIMMERS).map(([name, { attack }]) => [name, attack]));
/** One of each way to see it: the others are for `npm run prove`. */
const SHORT = new Set([
  'inline-for-some',
  'own-file',
  'removed-tag',
  'frame-over-wallet',
  'patched-fetch',
  'strict-header-gone',
]);

test.describe.configure({ mode: 'parallel' });

for (const [name, { names, seenBy, takesToken = false }] of Object.entries(SKIMMERS)) {
  const lane = SHORT.has(name) ? {} : { tag: '@prove' };
  test(
    `S95: ${name} steals, and the ${seenBy} names it after one visit`,
    lane,
    async ({ context, stack }) => {
      const shop = await openGuardedShop(stack, attacks);
      const address = `${shop.url}/checkout/${name}`;
      const desk = guardDesk(stack, address);
      for (const count of [1, 2]) {
        await load(context, address);
        await desk.reported(count);
        await desk.visit();
      }
      await desk.approve();
      expect(await desk.alarmed(), 'before the attack').toEqual([]);
      shop.begin(name);
      await context.addCookies([{ name: 'visitor', value: 'chosen', url: shop.url }]);
      const before = (await desk.find())?.page.report_count ?? 0;
      await visit(context, address, { takesToken });
      expect(isStolen(shop.loot), `what the thief has got: ${shop.loot.join('; ').slice(0, 500)}`).toBe(true);
      if (seenBy === 'page') await desk.reported(before + 1);
      await desk.visit();
      const [kind, place] = names;
      const thief = new URL(shop.hosts.thief).origin;
      const isNamed = (found: { kind: string; place: string; seen_by?: string }) =>
        found.kind === kind &&
        found.seen_by === seenBy &&
        (typeof place === 'string'
          ? found.place.includes(place.replace('THIEF', thief))
          : place.test(found.place));
      await expect
        .poll(async () => (await desk.alarmed()).filter(isNamed).length, {
          message: JSON.stringify(await desk.alarmed()),
        })
        .toBeGreaterThan(0);
      shop.close();
    },
  );
}
