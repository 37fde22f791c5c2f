import { expect, type Page } from '@playwright/test';
import { challengedOn } from '../../support/fixtures/merchant-challenge.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import type { ChallengeBox } from '../../support/pages/challenge-box.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';
import { WalletFrame } from '../../support/pages/wallet-frame.ts';

/** Rules of pages that reach for everything: what is ours on the page stands in the window, and looks as it is drawn. */

const STYLES = `
  iframe { max-width: 300px !important; max-height: 90px !important; min-height: 80px !important; position: absolute !important;
    opacity: 0.1; padding: 40px; border: 9px solid red !important; transform: scale(0.5); }
  body, button, p, h1, dialog { text-transform: uppercase; text-align: right; letter-spacing: 9px; text-indent: 90px;
    word-spacing: 1em; line-height: 4; font-style: italic; white-space: pre; cursor: wait; }
  button, p, h1, dialog, iframe { display: none; visibility: hidden; }
  main button { display: block; visibility: visible; }
  button::before, p::before, h1::before { content: 'of the page'; }
  dialog, div > dialog { width: 20px !important; transform: rotate(20deg) !important; }
  dialog::backdrop { display: none; }
`;

/** Which edges of the box are beyond the window's, and whether it stands off its middle. */
async function overflowOf(page: Page, box: ChallengeBox): Promise<string[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const place = (await box.dialog.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
  const faults = {
    left: place.x < 0,
    top: place.y < 0,
    right: place.x + place.width > width,
    bottom: place.y + place.height > height,
    middle: Math.abs(2 * place.x + place.width - width) > 20,
    size: place.width < 300 || place.height < 300,
  };
  return Object.entries(faults).flatMap(([name, isFault]) => (isFault ? name : []));
}

/** What a rule of the page would have changed. */
const DRAWN = {
  textTransform: 'none',
  textAlign: 'start',
  letterSpacing: 'normal',
  textIndent: '0px',
  fontStyle: 'normal',
  whiteSpace: 'normal',
  visibility: 'visible',
};

const lookOf = (element: Element) => {
  const { textTransform, letterSpacing, textIndent, fontStyle, visibility, ...others } =
    getComputedStyle(element);
  const { textAlign, whiteSpace } = others;
  const { content } = getComputedStyle(element, '::before');
  return { textTransform, textAlign, letterSpacing, textIndent, fontStyle, whiteSpace, visibility, content };
};

test('rules of the page reach neither frame nor box nor notice', async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack, { isGuest: true, head: `<style>${STYLES}</style>` });
  const { box } = await challengedOn(page, run, stack);
  const wallet = new WalletFrame(page);
  expect(await wallet.unfilledPixels()).toBe(0);
  const heading = box.dialog.getByRole('heading');
  expect(await heading.evaluate(lookOf)).toEqual({ ...DRAWN, content: 'none' });
  expect((await box.boxFrame.boundingBox())?.height).toBeGreaterThan(300);
  await box.close.click();
  await box.stop.click();
  await expect(box.dialog).toHaveCount(0);
  await run('document.querySelector("#wallet iframe").remove()');
  const alert = page.getByRole('alert').last();
  await expect(alert.getByRole('button')).toBeVisible();
  expect(await alert.evaluate(lookOf)).toEqual({ ...DRAWN, content: 'none' });
});

for (const [what, style] of [
  ['the root is zoomed by 1.25', 'html { zoom: 1.25 }'],
  ['the body is zoomed by 1.6', 'body { zoom: 1.6 }'],
  ['root and body are zoomed', 'html { zoom: 1.5 } body { zoom: 1.25 }'],
  ['the root is zoomed by 75 percent', 'html { zoom: 75% }'],
  [
    'the body is turned and moved',
    'body { transform: scale(1.4) translate(200px, 300px); filter: grayscale(1) }',
  ],
] as const) {
  const lane = what === 'root and body are zoomed' ? {} : { tag: '@prove' };
  test(
    `the box stands in the window where ${what}, and the form is as high as its content`,
    lane,
    async ({ page, stack }) => {
      const run = await openMerchantPage(page, stack, { isGuest: true, head: `<style>${style}</style>` });
      const { box, status } = await challengedOn(page, run, stack);
      expect(await overflowOf(page, box)).toEqual([]);
      const content = await new WalletFrame(page).settled.evaluate((element) => [
        innerHeight,
        Math.ceil(element.getBoundingClientRect().height),
      ]);
      expect(content[0]).toBe(content[1]);
      await box.code.click();
      await page.keyboard.type('1234');
      await page.keyboard.press('Enter');
      await expect(box.dialog).toHaveCount(0);
      await expect.poll(status).toBe('SUCCESS');
    },
  );
}
