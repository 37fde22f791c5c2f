import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { openWindow } from './bench-browser.ts';
import { openSite, SLOW } from './field-rows.ts';
import type { Row } from './kit/table.ts';

/** What a shopper sees of the README's page on the slow line, picture by picture, as one drawing for each way it may come. */

const FOLDER = process.env['FILM_FOLDER'] ?? '.cache/film';
const SCREEN = { width: 390, height: 640 };
const NUMBER = '4242424242424242';
const SCRIPT = /\/sdk\/([0-9a-f]{32}\/)?sdk\.js$/;

type Film = {
  readonly page: 'known' | 'readme';
  /** Between two pictures. */
  readonly stepMs: number;
  readonly forMs: number;
  /** What becomes of the page's script. Default: it comes. */
  readonly script?: 'blocked' | number;
  readonly isTyped?: boolean;
};

const FILMS: Readonly<Record<string, Film>> = {
  'frame made by the script': { page: 'known', stepMs: 100, forMs: 2000 },
  'frame in the HTML': { page: 'readme', stepMs: 100, forMs: 2000 },
  'script blocked': { page: 'readme', stepMs: 1000, forMs: 12_000, script: 'blocked', isTyped: true },
  'script late by 20 s': { page: 'readme', stepMs: 1000, forMs: 24_000, script: 20_000, isTyped: true },
  'script while a digit is typed': { page: 'readme', stepMs: 100, forMs: 3000, script: 1500, isTyped: true },
};

type Picture = { readonly atMs: number; readonly data: string };

/** Draws all films into `FOLDER`, and says when each first shows the card number. */
export async function filmRows(browser: Browser): Promise<Row[]> {
  mkdirSync(FOLDER, { recursive: true });
  const site = await openSite(SLOW);
  const rows: Row[] = [];
  try {
    for (const [name, film] of Object.entries(FILMS)) {
      await site.renewSession();
      const { pictures, fieldMs } = await take(browser, { film, url: `${site.url}/${film.page}` });
      const file = join(FOLDER, `${name.replaceAll(' ', '-')}.png`);
      writeFileSync(file, await draw(browser, { film, pictures }));
      rows.push({
        what: `card number seen, ${name}`,
        measured: `${fieldMs.toFixed(0)} ms, ${file}`,
        goal: 'none',
        reached: true,
      });
    }
  } finally {
    await site.close();
  }
  return rows;
}

async function take(browser: Browser, { film, url }: { film: Film; url: string }) {
  const page = await openWindow(browser);
  await page.setViewportSize(SCREEN);
  await page.route(SCRIPT, async (route) => {
    if (film.script === 'blocked') return route.abort('blockedbyclient');
    await delay(film.script ?? 0);
    return route.continue().catch(() => {});
  });
  const pictures: Picture[] = [];
  const session = await page.context().newCDPSession(page);
  const startedAt = Date.now();
  session.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
    pictures.push({ atMs: timestamp * 1000 - startedAt, data });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(url, { waitUntil: 'commit' });
  const fieldMs = await seen(page, { startedAt, isTyped: film.isTyped === true });
  await delay(Math.max(0, film.forMs - (Date.now() - startedAt)));
  await page.context().close();
  return { pictures, fieldMs };
}

/** When the card number was seen; then, if wanted, it is typed and Pay is pressed. */
async function seen(page: Page, { startedAt, isTyped }: { startedAt: number; isTyped: boolean }) {
  const number = page.frameLocator('iframe').getByLabel('Card number', { exact: true });
  await number.waitFor();
  const fieldMs = Date.now() - startedAt;
  if (isTyped) {
    await number.pressSequentially(NUMBER, { delay: 60 });
    await page.getByRole('button', { name: 'Pay' }).click();
  }
  return fieldMs;
}

/** The pictures at each step beside one another, as a PNG. */
async function draw(browser: Browser, { film, pictures }: { film: Film; pictures: readonly Picture[] }) {
  const steps = Array.from({ length: film.forMs / film.stepMs }, (_, index) => (index + 1) * film.stepMs);
  const cells = steps.map((atMs) => {
    const last = pictures.findLast((picture) => picture.atMs <= atMs);
    const image = last ? `<img src="data:image/png;base64,${last.data}">` : '';
    return `<figure>${image}<figcaption>${atMs / 1000} s</figcaption></figure>`;
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 400 } });
  await page.setContent(`<style>
    body { display: grid; grid-template-columns: repeat(10, 1fr); gap: 8px; margin: 8px; font: 12px sans-serif; }
    figure { margin: 0; } img { width: 100%; border: 1px solid #ccc; }
  </style>${cells.join('')}`);
  const drawing = await page.screenshot({ fullPage: true });
  await page.close();
  return drawing;
}
