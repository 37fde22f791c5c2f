import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { challengeAt } from '../test-service/challenge.ts';
import { openThreeDsBox, type ThreeDsBox } from './threeds-box.ts';

let box: ThreeDsBox | undefined;
const cancel = vi.fn();

beforeEach(async () => {
  document.body.innerHTML = '<button id="pay">Pay</button>';
  await page.viewport(1024, 768);
});
afterEach(() => {
  box?.close();
  vi.useRealTimers();
  cancel.mockReset();
});

function open(path = '/box') {
  document.querySelector<HTMLElement>('#pay')?.focus();
  box = openThreeDsBox(challengeAt(path), cancel);
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  const frame = dialog.querySelector('iframe');
  if (!frame) throw new Error('found no frame');
  return { ...box, dialog, frame };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('openThreeDsBox shows a modal dialog with a name, a close button and the focus in it', () => {
  const { dialog } = open();
  expect(dialog.matches(':modal')).toBe(true);
  expect(dialog.getAttribute('aria-label')).toBe('Confirm your payment');
  expect(dialog.getAttribute('closedby')).toBe('none');
  expect(document.activeElement).toBe(button('Close'));
  expect([...dialog.querySelectorAll('button')].filter((each) => each.checkVisibility())).toHaveLength(1);
});

test('openThreeDsBox gives its frame exactly what a challenge needs', () => {
  const { frame } = open();
  const attributes = Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value]));
  expect(attributes).toEqual({
    allow: 'payment *; publickey-credentials-get *; publickey-credentials-create *',
    referrerpolicy: 'strict-origin',
    src: expect.stringMatching(/\/box#size=03$/),
    style: expect.any(String),
    title: 'Confirm your payment',
  });
});

test.each([
  [1024, 768, '03'],
  [499, 800, '02'],
  [800, 500, '02'],
  [375, 800, '05'],
  [800, 399, '05'],
])('openThreeDsBox on %i by %i takes the first size that fits, %s', async (width, height, code) => {
  await page.viewport(width, height);
  expect(open().frame.src).toMatch(new RegExp(`#size=${code}$`));
});

test('Escape asks, a second one goes on, and the page hears neither', async () => {
  const heard = vi.fn();
  document.addEventListener('keydown', heard);
  const { dialog, frame } = open();
  await userEvent.keyboard('{Escape}');
  expect(dialog.textContent).toContain('Stop this payment?');
  expect(document.activeElement).toBe(button('Continue'));
  expect(frame.inert).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(dialog.textContent).not.toContain('Stop this payment?');
  expect(frame.inert).toBe(false);
  expect(dialog.open).toBe(true);
  expect(heard).not.toHaveBeenCalled();
  expect(cancel).not.toHaveBeenCalled();
  document.removeEventListener('keydown', heard);
});

test('Close asks; only Stop payment cancels, once, and can be pressed again when the box is renewed', () => {
  const { renew } = open();
  button('Close').click();
  expect(cancel).not.toHaveBeenCalled();
  button('Stop payment').click();
  button('Stop payment').click();
  expect(cancel).toHaveBeenCalledOnce();
  renew(challengeAt('/box'));
  button('Stop payment').click();
  expect(cancel).toHaveBeenCalledTimes(2);
});

test('renew changes texts and direction in place, and the frame stays', () => {
  const { dialog, frame, renew } = open();
  const { texts, ...rest } = challengeAt('/box', { title: 'Zahlung bestätigen' });
  renew({ ...rest, texts: { ...texts, direction: 'rtl' } });
  expect(dialog.getAttribute('aria-label')).toBe('Zahlung bestätigen');
  expect(frame.title).toBe('Zahlung bestätigen');
  expect(dialog.dir).toBe('rtl');
  expect(dialog.querySelector('iframe')).toBe(frame);
});

test('a frame that stays blank for 15 s can be loaded again or the payment stopped', async () => {
  vi.useFakeTimers();
  const { frame } = open('/box-hangs');
  vi.advanceTimersByTime(14_999);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  vi.advanceTimersByTime(1);
  expect(button('Stop payment').checkVisibility()).toBe(true);
  button('Try again').click();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  vi.advanceTimersByTime(15_000);
  button('Try again');
  frame.dispatchEvent(new Event('load'));
  button('Close');
});

test('a frame that has loaded is not taken for blank', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { frame } = open();
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  vi.advanceTimersByTime(60_000);
  button('Close');
});

test('a dialog that the browser closes unasked is there again', async () => {
  const { dialog } = open();
  dialog.close();
  await vi.waitFor(() => expect(dialog.matches(':modal')).toBe(true));
});

test('close takes everything off the page and gives the focus back', async () => {
  const { close, dialog } = open();
  close();
  expect(dialog.isConnected).toBe(false);
  expect(document.activeElement?.id).toBe('pay');
  const heard = vi.fn();
  document.addEventListener('keydown', heard, { once: true });
  await userEvent.keyboard('{Escape}');
  expect(heard).toHaveBeenCalledOnce();
});

test("the page's own styles do not reach the box", () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<style>dialog, button, h1 { position: sticky; color: red }</style>',
  );
  const { dialog } = open();
  for (const part of dialog.querySelectorAll('button, h1'))
    expect(getComputedStyle(part)).toMatchObject({ position: 'static' });
  expect(getComputedStyle(dialog).position).toBe('fixed');
});
