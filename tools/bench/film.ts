import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { SCRIPT } from '../../e2e/support/fixtures/readme-late.ts';
import { GOOD_CARD, WalletFrame } from '../../e2e/support/pages/wallet-frame.ts';
import { openWindow } from './bench-browser.ts';
import { type FilmShop, openFilmShops } from './film-shops.ts';
import type { Row } from './kit/table.ts';

/** What a shopper sees of the README's page on the slow line, one picture every 100 ms, as a page with a strip for each way it may come. */

const FOLDER = '.cache/film';
const SCREEN = { width: 390, height: 640 };
const STEP_MS = 100;
const BETWEEN_KEYS_MS = 150;
const REST_MS = 1000;

type Film = {
  readonly page: FilmShop;
  /** At least, and `REST_MS` longer than the shopper acts. */
  readonly forMs: number;
  /** What becomes of the page's script: it is blocked, or late by so many milliseconds. Default: it comes. */
  readonly script?: 'blocked' | number;
  /** What the shopper does once the card number can be typed. Default: nothing. */
  act?(wallet: WalletFrame): Promise<void>;
};

async function pay(wallet: WalletFrame) {
  await wallet.type(GOOD_CARD);
  await wallet.page.getByRole('button', { name: 'Pay £10.00' }).click();
}

const typeNumber = ({ cardNumber }: WalletFrame) =>
  cardNumber.pressSequentially(GOOD_CARD.number, { delay: BETWEEN_KEYS_MS });

const FILMS: Readonly<Record<string, Film>> = {
  'container and script': { page: 'container', forMs: 3000 },
  'frame in the HTML': { page: 'frame', forMs: 3000 },
  'frame in the HTML, script blocked': { page: 'frame', forMs: 16_000, script: 'blocked', act: pay },
  'frame in the HTML, script late by 20 s': { page: 'frame', forMs: 30_000, script: 20_000, act: pay },
  'frame in the HTML, script while a digit is typed': {
    page: 'frame',
    forMs: 5000,
    script: 2000,
    act: typeNumber,
  },
};

type Picture = { readonly atMs: number; readonly png: string };

/** Takes all films into `.cache/film`, and says when each shows the card number. */
export async function filmRows(browser: Browser): Promise<Row[]> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const shops = await openFilmShops(FOLDER);
  const strips: string[] = [];
  const rows: Row[] = [];
  try {
    for (const [name, film] of Object.entries(FILMS)) {
      const url = await shops.open(film.page);
      const { pictures, fieldMs, endMs } = await take(browser, { film, url });
      strips.push(strip(name, { pictures, endMs }));
      const what = `film of ${name}: card number after`;
      rows.push({ what, measured: `${fieldMs} ms`, goal: 'none', reached: true });
    }
  } finally {
    await shops.close();
  }
  writeFileSync(join(FOLDER, 'index.html'), page(strips));
  return rows;
}

async function take(browser: Browser, { film, url }: { film: Film; url: string }) {
  const page = await openWindow(browser);
  try {
    await page.setViewportSize(SCREEN);
    await page.route(SCRIPT, async (route) => {
      if (film.script === 'blocked') return route.abort('blockedbyclient');
      await delay(film.script ?? 0);
      return route.continue();
    });
    const pictures = await record(page);
    const startedAt = Date.now();
    await page.goto(url, { waitUntil: 'commit' });
    const wallet = new WalletFrame(page);
    await wallet.cardNumber.waitFor();
    const fieldMs = Date.now() - startedAt;
    await film.act?.(wallet);
    await delay(Math.max(REST_MS, film.forMs - (Date.now() - startedAt)));
    const endMs = Date.now() - startedAt;
    return { pictures: pictures.map(({ atMs, png }) => ({ atMs: atMs - startedAt, png })), fieldMs, endMs };
  } finally {
    await page.context().close();
  }
}

/** Every picture that the browser shows from now on, with its time, epoch milliseconds. */
async function record(page: Page): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
    pictures.push({ atMs: timestamp * 1000, png: data });
    // The window may be closed by now.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return pictures;
}

/** What was on the screen every 100 ms; equal pictures in a row are one, with the time of the first and the last. */
function strip(name: string, { pictures, endMs }: { pictures: readonly Picture[]; endMs: number }): string {
  const runs: { png: string; fromMs: number; toMs: number }[] = [];
  for (let atMs = STEP_MS; atMs <= endMs; atMs += STEP_MS) {
    const png = pictures.findLast((picture) => picture.atMs <= atMs)?.png ?? '';
    const last = runs.at(-1);
    if (last?.png === png) last.toMs = atMs;
    else runs.push({ png, fromMs: atMs, toMs: atMs });
  }
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const figures = runs.map(({ png, fromMs, toMs }) => {
    const image = png ? `<img alt="" src="data:image/png;base64,${png}">` : '';
    const time = fromMs === toMs ? seconds(fromMs) : `${seconds(fromMs)} to ${seconds(toMs)}`;
    return `<figure>${image}<figcaption>${time} s</figcaption></figure>`;
  });
  return `<h2>${name}</h2><div>${figures.join('')}</div>`;
}

const page = (
  strips: readonly string[],
) => `<!doctype html><meta charset="utf-8"><title>Film strips</title><style>
  body { margin: 16px; font: 14px/1.4 system-ui, sans-serif; }
  div { display: flex; gap: 8px; overflow-x: auto; }
  figure { flex: none; margin: 0; }
  img { display: block; width: ${SCREEN.width / 2}px; border: 1px solid #c8d1da; }
</style><h1>The README’s page at 1.6 Mbit/s and 150 ms, a picture every ${STEP_MS} ms</h1>${strips.join('')}`;
