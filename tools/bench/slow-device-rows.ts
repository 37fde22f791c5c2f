import type { Browser } from '@playwright/test';
import { refreshToken } from '../../e2e/support/stack/service-client.ts';
import { openBareComparison } from './bare-comparison.ts';
import { ROUNDS } from './field-rows.ts';
import { median, percentile } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';
import { walletShop } from './pages.ts';
import { CPU_SLOWDOWN, type SlowDeviceVisit, slowDeviceVisit } from './slow-device-visit.ts';

const BLOCKED_GOAL = 1.2;
const FRAME_MS = 1000 / 60;

/** The wallet and a bare Preact form in a frame of another site, in turn, both processes slowed. */
export async function slowDeviceRows(browser: Browser): Promise<Row[]> {
  const site = await openSite();
  const ours: SlowDeviceVisit[] = [];
  const bare: SlowDeviceVisit[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await slowDeviceVisit(browser, site.bareUrl));
      ours.push(await slowDeviceVisit(browser, await site.walletUrl()));
    }
  } finally {
    await site.close();
  }
  return [blockedRow(ours, bare), keyRow(ours, bare)];
}

async function openSite() {
  const { serviceUrl, shopUrl, pages, ...site } = await openBareComparison();
  return {
    ...site,
    walletUrl: async () => {
      pages.set('/wallet', walletShop({ serviceUrl, refreshToken: await refreshToken(serviceUrl) }));
      return `${shopUrl}/wallet`;
    },
  };
}

function blockedRow(ours: readonly SlowDeviceVisit[], bare: readonly SlowDeviceVisit[]): Row {
  const [our, floor] = [ours, bare].map((visits) => median(visits.map(({ blockedMs }) => blockedMs)));
  if (our === undefined || floor === undefined) throw new Error('Cannot compare: found no visits');
  const measured = `${(our / floor).toFixed(2)} (${our.toFixed(0)} / ${floor.toFixed(0)} ms)`;
  const what = `total blocking time at CPU ${CPU_SLOWDOWN}x, page and frame / bare Preact form`;
  return { what, measured, goal: `<= ${BLOCKED_GOAL}`, reached: our <= floor * BLOCKED_GOAL };
}

function keyRow(ours: readonly SlowDeviceVisit[], bare: readonly SlowDeviceVisit[]): Row {
  const [our, floor] = [ours, bare].map((visits) =>
    percentile(
      visits.flatMap(({ keyMs }) => keyMs),
      0.95,
    ),
  );
  if (our === undefined || floor === undefined) throw new Error('Cannot compare: found no keystrokes');
  return {
    what: `key to next paint in the card number at CPU ${CPU_SLOWDOWN}x, beyond the bare form's, p95`,
    measured: `${(our - floor).toFixed(1)} ms (${our.toFixed(1)} / ${floor.toFixed(1)} ms)`,
    goal: `<= ${FRAME_MS.toFixed(1)} ms`,
    reached: our - floor <= FRAME_MS,
  };
}
