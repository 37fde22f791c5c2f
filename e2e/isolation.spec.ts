import type { Page } from '@playwright/test';
import { GOOD_CARD } from './pages/wallet-frame.ts';
import { expect, test } from './stack-test.ts';

/** Numbers that occur nowhere else: whoever shows them has seen what was typed. */
const CANARY = { ...GOOD_CARD, number: '4242 4200 0031 4159', code: '739' };

declare global {
  var recordedByHostilePage: () => string;
}

test('card number and security code are nowhere in what the merchant page can see', async ({ shop, page, stack }) => {
  await page.addInitScript(recordEverything);
  await shop.open();
  await shop.pay(CANARY);
  await expect(shop.paid).toBeVisible();
  const seen = (await page.evaluate(() => globalThis.recordedByHostilePage())) + (await page.content());
  expect(seen).toContain('cc_token');
  expectNoCanary(seen, 'merchant page');
  expectNoCanary(stack.service.output() + stack.shop.output(), 'logs');
});

test('the frame refuses to be read by the merchant page', async ({ shop, page }) => {
  await shop.open();
  await expect(shop.wallet.cardNumber).toBeEditable();
  expect(await reachIntoFrame(page)).toBe('SecurityError');
});

function expectNoCanary(text: string, where: string): void {
  const digits = CANARY.number.replaceAll(' ', '');
  const forms = [CANARY.number, digits, btoa(digits), digits.slice(4), `"${CANARY.code}"`, `>${CANARY.code}<`];
  expect(forms.filter((form) => text.includes(form)), where).toEqual([]);
}

function reachIntoFrame(page: Page): Promise<string> {
  return page.evaluate(() => {
    try {
      const frame = document.querySelector('iframe');
      return String(frame?.contentWindow?.document.title);
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown';
    }
  });
}

/** A skimmer's view: hooks what a page can hook before the SDK loads, and keeps all that passes. */
function recordEverything(): void {
  if (window.top !== window) return;
  const record: string[] = [];
  const keep = (label: string, value: unknown) => {
    try {
      record.push(`${label} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    } catch {
      record.push(`${label} (not printable)`);
    }
  };
  const wrap = (owner: any, name: string, label: string) => {
    const original = owner[name];
    owner[name] = function (this: unknown, ...values: unknown[]) {
      keep(label, values);
      return Reflect.apply(original, this, values);
    };
  };
  for (const name of ['fetch', 'postMessage', 'setTimeout', 'btoa', 'atob']) wrap(window, name, name);
  wrap(MessagePort.prototype, 'postMessage', 'port');
  wrap(XMLHttpRequest.prototype, 'send', 'xhr');
  wrap(Storage.prototype, 'setItem', 'storage');
  wrap(JSON, 'stringify', 'stringify');
  wrap(JSON, 'parse', 'parse');
  wrap(navigator, 'sendBeacon', 'beacon');
  const addListener = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, listener: any, options: any) {
    const heard = (event: Event) => {
      if ('data' in event) keep(`heard ${type}`, event.data);
      if ('detail' in event) keep(`heard ${type}`, event.detail);
      return typeof listener === 'function' ? listener.call(this, event) : listener?.handleEvent(event);
    };
    return addListener.call(this, type, heard, options);
  };
  for (const type of ['keydown', 'keyup', 'input', 'beforeinput', 'paste', 'change', 'message']) {
    window.addEventListener(type, (event) => {
      if ('key' in event) keep(type, event.key);
      if (event.target instanceof HTMLInputElement) keep(type, event.target.value);
    }, true);
  }
  const frames = () => [...document.querySelectorAll('iframe')].map((frame) => frame.outerHTML).join();
  globalThis.recordedByHostilePage = () => {
    const storages = { ...localStorage, ...sessionStorage, cookie: document.cookie };
    const addresses = performance.getEntriesByType('resource').map((entry) => entry.name);
    return `${record.join('\n')}\n${frames()}\n${Object.values(storages).join()}\n${addresses.join()}\n${location.href}`;
  };
}
