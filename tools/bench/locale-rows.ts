import type { Browser, Frame } from '@playwright/test';
import { openMerchantPage, type Run } from '../../e2e/support/pages/merchant-page.ts';
import { WalletFrame } from '../../e2e/support/pages/wallet-frame.ts';
import { startStack } from '../../e2e/support/stack/stack.ts';
import { median, percentile } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';

const CHANGES = Number(process.env['BENCH_LOCALES'] ?? 40);
const GOAL_FRAMES = 2;

declare global {
  /** When the frame began each animation frame, since 1970. */
  var frameTimes: number[];
  var repainted: Promise<number>;
}

type Change = { readonly frames: number; readonly ms: number };

/** From `setLocale` on the page to the repainted label in the frame, both languages fetched before. */
export async function localeRows(browser: Browser): Promise<Row[]> {
  const stack = await startStack();
  const page = await browser.newPage();
  try {
    const run = await openMerchantPage(page, stack);
    await run(`await begin(); await sdk.wallet.setLocale('de'); await sdk.wallet.setLocale('en')`);
    await new WalletFrame(page).cardNumber.waitFor();
    const frame = page.frames().find((each) => each.parentFrame() !== null);
    if (frame === undefined) throw new Error('Cannot measure setLocale: found no frame');
    await frame.evaluate(countFrames);
    const changes: Change[] = [];
    for (let index = 0; index < CHANGES; index += 1) {
      changes.push(await changeTo(index % 2 === 0 ? 'de' : 'en', { frame, run }));
    }
    return [rowOf(changes)];
  } finally {
    await page.close();
    await stack.stop();
  }
}

function rowOf(changes: readonly Change[]): Row {
  const frames = percentile(
    changes.map((change) => change.frames),
    0.95,
  );
  const ms = changes.map((change) => change.ms);
  return {
    what: 'setLocale to repainted texts, warm, p95',
    measured: `${frames} frames (median ${median(ms).toFixed(1)} ms, p95 ${percentile(ms, 0.95).toFixed(1)} ms)`,
    goal: `<= ${GOAL_FRAMES} frames`,
    reached: frames <= GOAL_FRAMES,
  };
}

async function changeTo(tag: string, at: { frame: Frame; run: Run }): Promise<Change> {
  await at.frame.evaluate(watchLabel);
  const began = await at.run(`
    const now = performance.timeOrigin + performance.now();
    sdk.wallet.setLocale('${tag}').catch(() => {});
    return now;
  `);
  return at.frame.evaluate(async (start) => {
    const painted = await repainted;
    return {
      ms: painted - start,
      frames: frameTimes.filter((time) => time > start && time <= painted).length,
    };
  }, numberIn(began));
}

function numberIn(outcome: Awaited<ReturnType<Run>>): number {
  if ('value' in outcome && typeof outcome.value === 'number') return outcome.value;
  throw new Error(`Cannot measure setLocale: found ${JSON.stringify(outcome)}, wanted a time`);
}

function countFrames(): void {
  globalThis.frameTimes = [];
  const tick = () => {
    frameTimes.push(performance.timeOrigin + performance.now());
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** Sets `repainted`: when the card number's label has been painted with another text. */
function watchLabel(): void {
  const label = document.querySelector('label');
  if (label === null) throw new Error('Cannot watch the label: found none');
  const before = label.textContent;
  globalThis.repainted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (label.textContent === before) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        channel.port2.postMessage(null);
      });
    });
    observer.observe(label, { childList: true, characterData: true, subtree: true });
  });
}
