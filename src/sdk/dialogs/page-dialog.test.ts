import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DialogCalls } from '../../contract/frame/frame-calls.ts';
import type { PageDialog } from '../../contract/frame/page-dialog.ts';
import type { Sdk } from '../base/public-types.ts';
import { freshKey, freshPage, logOf, payment, settings } from '../test-service/client.ts';
import { dialogAt } from '../test-service/dialog.ts';
import { createPageDialog } from './page-dialog.ts';
import { shieldDialogs } from './shield.ts';

shieldDialogs();

let lifetime: AbortController;
let open: Sdk | undefined;
const press = vi.fn();

beforeEach(async () => {
  document.body.innerHTML = '<button id="pay">Pay</button>';
  document.querySelector<HTMLElement>('#pay')?.focus();
  lifetime = new AbortController();
  await page.viewport(1024, 768);
});
afterEach(() => {
  lifetime.abort();
  open?.wallet.destroy();
  open = undefined;
  press.mockReset();
});

const pageDialog = (): DialogCalls =>
  createPageDialog({ lifetime: lifetime.signal, container: document.body }, press);
/** Beside the body, in a shadow root. */
const ground = () => document.documentElement.lastElementChild?.shadowRoot;
const standing = () => ground()?.querySelector('dialog') ?? null;
const focused = () => ground()?.activeElement;

function part<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] {
  const found = standing()?.querySelector(tag);
  if (!found) throw new Error(`found no ${tag}`);
  return found as HTMLElementTagNameMap[Tag];
}

const button = (name: string) =>
  [...(standing()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);

function drawn(dialog: PageDialog = dialogAt('/box')) {
  const calls = pageDialog();
  calls.drawDialog(dialog);
  const element = standing();
  if (!element) throw new Error('found no dialog');
  return { ...calls, element };
}

test('drawDialog shows a modal dialog with its name, its language and the focus in it', () => {
  const { element } = drawn();
  expect(element.matches(':modal')).toBe(true);
  expect(element).toMatchObject({ ariaLabel: 'Confirm your payment', lang: 'en', dir: 'ltr' });
  expect(element.getAttribute('closedby')).toBe('none');
  expect(focused()).toBe(button('Close'));
});

test('closeDialog gives the focus back, to a frame too', async () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  for (const before of [frame, document.querySelector<HTMLElement>('#pay')]) {
    before?.focus();
    const { closeDialog } = drawn();
    expect(focused()).toBe(button('Close'));
    closeDialog();
    expect(document.activeElement).toBe(before);
  }
});

test('drawDialog gives a frame exactly what a challenge needs', () => {
  drawn();
  const attributes = Object.fromEntries(
    [...part('iframe').attributes].map(({ name, value }) => [name, value]),
  );
  expect(attributes).toEqual({
    allow: 'payment *; publickey-credentials-get *; publickey-credentials-create *',
    referrerpolicy: 'strict-origin',
    src: expect.stringMatching(/\/box$/),
    style: expect.any(String),
    title: 'Confirm your payment',
  });
});

test('drawDialog again changes the elements that stand: the frame is not loaded anew, and the focus stays', async () => {
  const { drawDialog, element } = drawn();
  const frame = part('iframe');
  const loaded = vi.fn();
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.addEventListener('load', loaded);
  const inside = frame.contentWindow;
  button('Close')?.focus();
  const { parts: [bar, { src: _, ...box } = expect.fail()] = [], ...rest } = dialogAt('/box', {
    heading: 'Zahlung bestätigen',
    stop: 'Stop payment',
  });
  drawDialog({ ...rest, dir: 'rtl', parts: bar ? [bar, box] : [] });
  expect(standing()).toBe(element);
  expect(element).toMatchObject({ ariaLabel: 'Zahlung bestätigen', dir: 'rtl' });
  expect(part('h1').textContent).toBe('Zahlung bestätigen');
  expect(button('Stop payment')?.checkVisibility()).toBe(true);
  expect(part('iframe')).toBe(frame);
  expect(focused()).toBe(button('Close'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(loaded).not.toHaveBeenCalled();
  expect(frame.contentWindow).toBe(inside);
});

test('drawDialog moves the focus to the part that says so', () => {
  const { drawDialog } = drawn(dialogAt('/box', { stop: 'Stop payment' }));
  const goOn = { key: 'goOn', tag: 'button', css: '', textContent: 'Close', focus: true } as const;
  button('Stop payment')?.focus();
  drawDialog({ ...dialogAt('/box'), parts: [goOn] });
  expect(focused()).toBe(button('Close'));
});

test('each press is told by its key, and that the frame has loaded; a press on words is none of the bar', async () => {
  drawn(dialogAt('/box', { stop: 'Stop payment' }));
  await vi.waitFor(() => expect(press).toHaveBeenCalledWith('box'));
  press.mockReset();
  button('Stop payment')?.click();
  button('Close')?.click();
  part('h1').click();
  expect(press.mock.calls).toEqual([['stop'], ['goOn']]);
});

test('Escape is told and closes nothing, and the page does not hear it', async () => {
  const heard = vi.fn();
  document.addEventListener('keydown', heard);
  const { element } = drawn();
  press.mockReset();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  expect(press.mock.calls.filter(([pressed]) => pressed === 'Escape')).toHaveLength(2);
  expect(element.open).toBe(true);
  expect(heard).not.toHaveBeenCalled();
  document.removeEventListener('keydown', heard);
});

test('a dialog that the browser closes unasked is there again', async () => {
  const { element } = drawn();
  element.close();
  await vi.waitFor(() => expect(element.matches(':modal')).toBe(true));
});

test('the dialog stays where the shopper sees it, also when it is drawn anew', () => {
  const { drawDialog, element } = drawn();
  expect(element.style.maxHeight).toBe(`${visualViewport?.height}px`);
  drawDialog(dialogAt('/box'));
  expect(element.style.maxHeight).toBe(`${visualViewport?.height}px`);
  expect(element.style.left).toBe('0px');
});

test('viewport is what the shopper sees of the page', async () => {
  await page.viewport(375, 800);
  expect(await pageDialog().viewport()).toEqual({ width: 375, height: 800 });
});

test('closeDialog takes everything off the page and gives the focus back', async () => {
  const { closeDialog, element } = drawn();
  closeDialog();
  expect(element.isConnected).toBe(false);
  expect(document.activeElement?.id).toBe('pay');
  const heard = vi.fn();
  document.addEventListener('keydown', heard, { once: true });
  await userEvent.keyboard('{Escape}');
  expect(heard).toHaveBeenCalledOnce();
});

test('the end of the wallet takes the dialog away', () => {
  drawn();
  lifetime.abort();
  expect(standing()).toBeNull();
});

test("the page's own styles do not reach the dialog", () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<style>dialog, button, h1 { position: sticky; color: red }</style>',
  );
  const { element } = drawn();
  for (const each of element.querySelectorAll('button, h1'))
    expect(getComputedStyle(each)).toMatchObject({ position: 'static' });
  expect(getComputedStyle(element).position).toBe('fixed');
});

test('S62: an address of no web page is not loaded: it would run in the page', async () => {
  const { drawDialog } = drawn();
  for (const src of [
    'javascript:top.taken=1',
    'data:text/html,<script>top.taken=1</script>',
    'blob:x',
    'about:x',
  ])
    drawDialog({ ...dialogAt('/box'), parts: [{ key: src, tag: 'iframe', css: '', src }] });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const addresses = [...(standing()?.querySelectorAll('iframe') ?? [])].map((each) =>
    each.getAttribute('src'),
  );
  expect(addresses).toEqual([expect.stringMatching(/\/box$/), null, null, null, null]);
  expect(Reflect.get(window, 'taken')).toBeUndefined();
});

/** All that a frame which has been taken over would like to have on the page. */
const RUNS = 'top.taken=1';
const FORBIDDEN_TAGS = [
  'script',
  'input',
  'form',
  'a',
  'object',
  'embed',
  'style',
  'link',
  'svg',
  'base',
  'img',
];
const FORBIDDEN = {
  innerHTML: `<img src onerror="${RUNS}">`,
  outerHTML: `<img src onerror="${RUNS}">`,
  onclick: RUNS,
  onload: RUNS,
  onfocus: RUNS,
  srcdoc: `<script>${RUNS}</script>`,
  allow: 'camera *; microphone *; geolocation *',
  referrerPolicy: 'unsafe-url',
  sandbox: '',
  name: 'open',
  id: 'wallet',
  className: 'shop',
  href: `javascript:${RUNS}`,
  action: `javascript:${RUNS}`,
  formAction: `javascript:${RUNS}`,
  type: 'submit',
  contentEditable: 'true',
  popover: 'manual',
  attributes: { onclick: RUNS },
  style: `background:url(javascript:${RUNS})`,
  __proto__: { onclick: RUNS },
};

test('S63: a frame that has been taken over has nothing drawn but words, buttons and frames of the web', async () => {
  const tags = ['div', 'p', 'h1', 'button', 'iframe', ...FORBIDDEN_TAGS, 'constructor', '__proto__', 'DIV'];
  const parts = tags.map((tag) => ({ key: tag, tag, css: '', textContent: '<b>x</b>', ...FORBIDDEN }));
  // As the channel hands it over: cloned, and of any shape.
  const hostile = JSON.parse(JSON.stringify({ ...dialogAt('/box'), ...FORBIDDEN, parts }));
  const { element } = drawn(hostile);
  for (const each of [element, ...element.querySelectorAll<HTMLElement>('*')]) each.click();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(Reflect.get(window, 'taken')).toBeUndefined();
  expect([...element.querySelectorAll('*')].map(({ localName }) => localName)).toEqual([
    'div',
    'p',
    'h1',
    'button',
    'iframe',
  ]);
  const attributes = [element, ...element.querySelectorAll('*')].flatMap((each) =>
    [...each.attributes].map(
      ({ name, value }) => `${each.localName} ${name}${/style|label|title/.test(name) ? '' : ` ${value}`}`,
    ),
  );
  expect(new Set(attributes)).toEqual(
    new Set([
      'dialog aria-label',
      'dialog closedby none',
      'dialog dir ltr',
      'dialog lang en',
      'dialog open ',
      'dialog style',
      'div style',
      'p style',
      'h1 style',
      'button style',
      'button type button',
      'iframe style',
      'iframe allow payment *; publickey-credentials-get *; publickey-credentials-create *',
      'iframe referrerpolicy strict-origin',
    ]),
  );
});

test('the frame draws the dialog, hears of a press and closes it, before its events reach the page', async () => {
  const sdk = freshPage();
  open = sdk;
  const publishableKey = freshKey();
  const seen: unknown[] = [];
  sdk.wallet.on('after3DsComplete', (payload) => seen.push(payload, standing()));
  await sdk.auth.connect({ publishableKey, refreshToken: 'ok' });
  const payload = { status: 'FAILURE', transaction_id: 't1' };
  const next: [string, ...unknown[]][] = [
    ['drawDialog', dialogAt('/box')],
    ['closeDialog'],
    ['emit', { name: 'after3DsComplete', payload }],
    ['drawDialog', dialogAt('/box', { stop: 'Stop payment' })],
  ];
  await sdk.wallet.init(settings, payment({ next }));
  await vi.waitFor(() => expect(seen).toEqual([payload, null]));
  await vi.waitFor(() => expect(button('Stop payment')).toBeDefined());
  button('Stop payment')?.click();
  const pressed = async () =>
    (await logOf(publishableKey)).filter(({ call }) => call === 'press').map((entry) => entry['pressed']);
  await vi.waitFor(async () => expect(await pressed()).toContain('stop'));
  await sdk.wallet.destroy();
  expect(standing()).toBeNull();
});

test('no message of any window, whatever it says, ends a challenge or raises an event', async () => {
  const sdk = freshPage();
  open = sdk;
  const ended = vi.fn();
  sdk.wallet.on('after3DsComplete', ended);
  await sdk.auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  await sdk.wallet.init(settings, payment({ next: [['drawDialog', dialogAt('/box')]] }));
  await vi.waitFor(() => expect(standing()).not.toBeNull());
  const sibling = document.body.appendChild(document.createElement('iframe'));
  const said = fc.oneof(
    fc.json().map((text) => JSON.parse(text)),
    fc.record({
      id: fc.nat({ max: 9 }),
      name: fc.constantFrom('emit', 'closeDialog', 'drawDialog'),
      given: fc.constant([
        { name: 'after3DsComplete', payload: { status: 'SUCCESS', transaction_id: 't1' } },
      ]),
    }),
    fc.constantFrom('wallet/2 ready', 'wallet/2 ask', 'wallet/2 port'),
  );
  const from = [window, sibling.contentWindow, part('iframe').contentWindow];
  const origin = new URL(part('iframe').src).origin;
  fc.assert(
    // By its place in the list: fast-check looks into what it hands out, and the box's window is another origin's.
    fc.property(said, fc.nat({ max: from.length - 1 }), (data, place) => {
      window.dispatchEvent(new MessageEvent('message', { data, source: from[place] ?? null, origin }));
      window.postMessage(data, '*');
    }),
    { numRuns: 300 },
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(standing()?.open).toBe(true);
  expect(ended).not.toHaveBeenCalled();
  sibling.remove();
});
