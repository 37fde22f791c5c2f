import { afterEach, expect, it, vi } from 'vitest';
import type { PageDialog } from '../../../contract/frame/page-dialog.ts';
import { chooseDialog } from './choose-dialog.ts';

const content: PageDialog = {
  css: 'display:flex;',
  lang: 'en',
  dir: 'ltr',
  ariaLabel: 'Confirm your payment',
  parts: [
    { key: 'proceed', tag: 'button', css: '', textContent: 'Return to PayPal' },
    { key: 'stop', tag: 'button', css: '', textContent: 'Cancel payment' },
  ],
};
const viewport = { width: 800, height: 600 };

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** A frame with a wallet, on a page whose dialog code `load` brings. */
function setUp(load: () => Promise<typeof viewport>) {
  document.body.innerHTML = '<div id="wallet"><input /></div>';
  document.querySelector('input')?.focus();
  const page = {
    viewport: vi.fn(load),
    drawDialog: vi.fn(),
    closeDialog: vi.fn(),
    emit: vi.fn(),
  };
  const press = vi.fn();
  return { page, press, dialog: chooseDialog({ page, press }) };
}

const lost = () => Promise.reject(new TypeError('found no answer'));
const inFrame = () => document.querySelector<HTMLElement>('[role=dialog]');
const wallet = () => document.querySelector<HTMLElement>('#wallet') ?? expect.fail();
const lostEvent = {
  name: 'error',
  payload: expect.objectContaining({ code: 'service_unreachable', shown: true }),
};

it('has the page load its dialog code at once, and draws there', async () => {
  const { page, dialog } = setUp(async () => viewport);
  expect(page.viewport).toHaveBeenCalledOnce();
  await dialog.drawDialog(content);
  await dialog.closeDialog();
  expect(page.drawDialog.mock.calls).toEqual([[content]]);
  expect(page.closeDialog).toHaveBeenCalledOnce();
  expect(inFrame()).toBeNull();
  expect(page.emit).not.toHaveBeenCalled();
});

it('asks once more for code that was lost once', async () => {
  let calls = 0;
  const { page, dialog } = setUp(() => (calls++ === 0 ? lost() : Promise.resolve(viewport)));
  await dialog.drawDialog(content);
  expect(page.drawDialog).toHaveBeenCalledOnce();
  expect(page.emit).not.toHaveBeenCalled();
});

it('draws in the frame what the page cannot, and tells the page once', async () => {
  const { page, press, dialog } = setUp(lost);
  expect(await dialog.viewport()).toEqual({ width: innerWidth, height: 720 });
  await dialog.drawDialog(content);
  await dialog.drawDialog(content);
  expect(page.emit.mock.calls).toEqual([[lostEvent]]);
  expect(page.drawDialog).not.toHaveBeenCalled();
  expect(wallet().inert).toBe(true);
  const element = inFrame() ?? expect.fail();
  expect(document.activeElement).toBe(element);
  element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  element.querySelector('button')?.click();
  expect(press.mock.calls).toEqual([['Escape'], ['stop']]);
});

it('leaves out of the frame the button that only the page can serve', async () => {
  const { dialog } = setUp(lost);
  await dialog.drawDialog(content);
  expect(inFrame()?.textContent).toBe('Cancel payment');
});

it('gives wallet and focus back when the dialog in the frame closes, also where none was drawn', async () => {
  const { dialog } = setUp(lost);
  await dialog.closeDialog();
  await dialog.drawDialog(content);
  await dialog.closeDialog();
  expect(inFrame()).toBeNull();
  expect(wallet().inert).toBe(false);
  expect(document.activeElement).toBe(document.querySelector('input'));
});

it('waits three seconds for code that does not come, and keeps the order of calls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { dialog } = setUp(() => new Promise(() => {}));
  const drawn = dialog.drawDialog(content);
  const closed = dialog.closeDialog();
  await vi.advanceTimersByTimeAsync(2900);
  expect(inFrame()).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  await Promise.all([drawn, closed]);
  expect(inFrame()).toBeNull();
  await dialog.drawDialog(content);
  expect(inFrame()).not.toBeNull();
});

it('stays in the frame when the code comes after all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let arrive = (_: typeof viewport) => {};
  const { page, dialog } = setUp(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  const drawn = dialog.drawDialog(content);
  await vi.advanceTimersByTimeAsync(3100);
  await drawn;
  arrive(viewport);
  await dialog.closeDialog();
  expect(page.closeDialog).not.toHaveBeenCalled();
  expect(inFrame()).toBeNull();
});
