import { texts } from 'virtual:texts/en';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DialogPart, PageDialog } from '../../../contract/frame/page-dialog.ts';
import { createDialogs } from '../../test-kit/dialogs.ts';
import { createChallengeDialog } from './challenge-dialog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const boxUrl = 'https://wallet.test/3ds/box/b';
const partsOf = ({ parts = [] }: PageDialog | DialogPart): DialogPart[] =>
  parts.flatMap((part) => [part, ...partsOf(part)]);

async function setUp({ width = 1024, height = 768, wasOpened = false } = {}) {
  const drawDialog = vi.fn<(dialog: PageDialog) => void>();
  const closeDialog = vi.fn();
  const { wallet, locale, dialogs } = createDialogs({
    texts,
    page: { drawDialog, closeDialog },
    german: { 'threeds.title': 'Zahlung bestätigen' },
  });
  let answer = () => {};
  const cancel = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const dialog = createChallengeDialog({
    dialogs,
    cancel,
    page: { viewport: async () => ({ width, height }) },
  });
  dialog.show({ boxUrl, wasOpened }, undefined);
  await vi.advanceTimersByTimeAsync(0);
  const now = () => drawDialog.mock.lastCall?.[0] ?? expect.fail('nothing drawn');
  const part = (key: string) => partsOf(now()).find((each) => each.key === key) ?? expect.fail(key);
  return {
    wallet,
    locale,
    dialogs,
    dialog,
    drawDialog,
    closeDialog,
    cancel,
    answered: async () => {
      answer();
      await vi.advanceTimersByTimeAsync(0);
    },
    now,
    part,
    words: () =>
      ['heading', 'goOn', 'stop']
        .map((key) => part(key))
        .map(({ ariaLabel, textContent, css }) =>
          css === 'display:none' ? null : (ariaLabel ?? textContent),
        ),
    addresses: () =>
      drawDialog.mock.calls.flatMap(([drawn]) => partsOf(drawn)).flatMap(({ src }) => src ?? []),
  };
}

const open = ['Confirm your payment', 'Close', null];
const closing = ['Cancel this?', 'Continue', 'Cancel payment'];
const blank = ['Your bank’s page is taking longer than usual.', 'Try again', 'Cancel payment'];

it('opens with its words and its address, once', async () => {
  const { words, now, part, addresses, dialog, drawDialog } = await setUp();
  expect(words()).toEqual(open);
  expect(now()).toMatchObject({ ariaLabel: 'Confirm your payment', lang: 'en', dir: 'ltr' });
  expect(part('box').title).toBe('Confirm your payment');
  for (let times = 0; times < 3; times += 1) dialog.show({ boxUrl, wasOpened: false }, undefined);
  // With its address, and without.
  expect(drawDialog).toHaveBeenCalledTimes(2);
  expect(addresses()).toEqual([`${boxUrl}?locale=en#theme=light&size=03`]);
});

it.each([
  [1024, 768, '03'],
  [499, 800, '02'],
  [800, 500, '04'],
  [389, 800, '05'],
  [800, 399, '05'],
])('on %i by %i takes the first of EMV’s sizes that fits, %s', async (width, height, code) => {
  const { addresses } = await setUp({ width, height });
  expect(addresses()[0]).toMatch(new RegExp(`#theme=light&size=${code}$`));
});

it('is not opened any more where it is over before the page has told what is seen of it', async () => {
  const { dialog, drawDialog, closeDialog } = await setUp();
  dialog.close();
  expect(closeDialog).toHaveBeenCalledOnce();
  dialog.show({ boxUrl, wasOpened: true }, undefined);
  dialog.close();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(drawDialog).toHaveBeenCalledOnce();
});

it.each(['goOn', 'Escape'])('%s asks, again goes on, and the focus goes along', async (pressed) => {
  const { dialogs, words, part, cancel } = await setUp();
  dialogs.press(pressed);
  expect(words()).toEqual(closing);
  expect(part('goOn').focus).toBe(true);
  expect(part('box').inert).toBe(true);
  expect(part('heading').ariaLive).toBe('assertive');
  dialogs.press(pressed);
  expect(words()).toEqual(open);
  expect(part('box').inert).toBe(false);
  expect(cancel).not.toHaveBeenCalled();
});

it('stops once, and again where the service could not be asked', async () => {
  const { dialogs, part, cancel, answered } = await setUp();
  dialogs.press('goOn');
  dialogs.press('stop');
  dialogs.press('stop');
  expect(part('stop').disabled).toBe(true);
  expect(cancel).toHaveBeenCalledOnce();
  await answered();
  expect(part('stop').disabled).toBe(false);
  dialogs.press('stop');
  expect(cancel).toHaveBeenCalledTimes(2);
});

it('offers to load a box again that the service was not asked for within 15 s, whatever has loaded in its frame', async () => {
  const { dialogs, words, addresses, dialog } = await setUp();
  dialogs.press('box');
  vi.advanceTimersByTime(14_999);
  expect(words()).toEqual(open);
  vi.advanceTimersByTime(1);
  expect(words()).toEqual(blank);
  dialogs.press('goOn');
  expect(words()).toEqual(open);
  // The same address would not be gone to again.
  expect(addresses()).toEqual([
    `${boxUrl}?locale=en#theme=light&size=03`,
    `${boxUrl}?locale=en&load=2#theme=light&size=03`,
  ]);
  vi.advanceTimersByTime(15_000);
  expect(words()).toEqual(blank);
  dialog.show({ boxUrl, wasOpened: true }, undefined);
  expect(words()).toEqual(open);
});

it('is not taken for blank once the service was asked for it', async () => {
  const { words, dialog } = await setUp();
  dialog.show({ boxUrl, wasOpened: true }, undefined);
  vi.advanceTimersByTime(60_000);
  expect(words()).toEqual(open);
});

it('believes the frame that has loaded where the box was opened before: of that the service tells once', async () => {
  const { words, dialogs } = await setUp({ wasOpened: true });
  vi.advanceTimersByTime(15_000);
  expect(words()).toEqual(blank);
  dialogs.press('box');
  expect(words()).toEqual(open);
  dialogs.press('box');
  vi.advanceTimersByTime(60_000);
  expect(words()).toEqual(open);
});

it('counts down in its heading, and draws a question anew only where it changes', async () => {
  const { dialog, dialogs, words, drawDialog, addresses } = await setUp();
  dialog.show({ boxUrl, wasOpened: true }, 119);
  expect(words()[0]).toBe('1:59 left to confirm');
  dialogs.press('goOn');
  dialog.show({ boxUrl, wasOpened: true }, 118);
  const drawn = drawDialog.mock.calls.length;
  dialog.show({ boxUrl, wasOpened: true }, 117);
  expect(drawDialog).toHaveBeenCalledTimes(drawn);
  expect(addresses()).toHaveLength(1);
});

it('speaks and looks as the wallet does, and keeps its box', async () => {
  const { locale, wallet, now, addresses } = await setUp();
  expect(now().css).toContain('color-scheme:light;');
  await locale.show('de');
  expect(now()).toMatchObject({ lang: 'de', ariaLabel: 'Zahlung bestätigen' });
  wallet.setAppearance({ theme: 'dark', variables: { colorText: 'rebeccapurple', radius: '2px' } });
  expect(now().css).toContain('color-scheme:dark;');
  expect(now().css).toContain('color:rebeccapurple;');
  expect(now().css).toContain('calc(1.5*2px)');
  expect(addresses()).toHaveLength(1);
});
