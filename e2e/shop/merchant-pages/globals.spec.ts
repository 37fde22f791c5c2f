import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';
import type { Stack } from '../../support/stack/stack.ts';
import { GLOBAL_KINDS } from './global-kinds.ts';

/** Twice from init to destroy on a page that changes what the SDK would use: each time the wallet stands, pays and goes. */

/** By buttons that write what came of it: nothing but the page's own scripts runs in a window whose globals are changed. */
const HARNESS = `
  const out = document.querySelector('output');
  const heard = [];
  // After the SDK's own, as one of a page that waits for something else.
  const hear = ({ data }) => { if (data === 'ours') heard.push(data); };
  for (const each of ['init', 'ready', 'error'])
    sdk.wallet.on(each, (told) => heard.push(Object.hasOwn(told, 'code') ? each + ' ' + told.code : each));
  settings.express = ['googlepay', 'applepay'];
  details.metadata = { order_id: 'order-1042' };
  const works = {
    begin: async () => { await begin(); addEventListener('message', hear); },
    pay: async () => (await sdk.wallet.getPaymentMethod()).last_4_digits,
    destroy: async () => { await sdk.wallet.destroy(); return document.querySelectorAll('iframe').length; },
    tell: async () => { postMessage('ours', '*'); await new Promise((done) => setTimeout(done, 50)); return heard.join(); },
    window: () => sdk.wallet.makeInstantPayment(),
  };
  for (const each of Object.keys(works)) {
    const button = document.createElement('button');
    button.textContent = each;
    button.onclick = () => works[each]().then(
      (value) => { out.textContent = each + ': ' + value; },
      (error) => { out.textContent = each + ' refused: ' + (error.code || error); },
    );
    document.querySelector('main').append(button);
  }
`;

type Changed = { readonly script: string; readonly place: 'before' | 'after' };

async function openChanged(page: Page, stack: Stack, { script, place }: Changed) {
  const tag = `<script>${script}</script>`;
  await openMerchantPage(page, stack, {
    head: place === 'before' ? tag : '',
    body: `${place === 'after' ? tag : ''}<main></main><output></output><div id="wallet"></div>`,
    script: HARNESS,
  });
  const out = page.getByRole('status');
  return {
    out,
    wallet: new WalletFrame(page),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  };
}

type Case = { readonly title: string; readonly script: string; readonly lane: { readonly tag?: string } };

/** All kinds at once, and each by itself. In blocks, so that constants of one name do not meet. */
function casesOf(place: Changed['place']): readonly Case[] {
  const kinds = GLOBAL_KINDS.filter((kind) => kind.place === undefined || kind.place === place);
  // What hides globals comes last, as the others use them.
  const inOrder = kinds.toSorted(
    (one, other) => Number(one.hidesGlobals ?? 0) - Number(other.hidesGlobals ?? 0),
  );
  const script = inOrder.map((kind) => `{ ${kind.script} }`).join('\n');
  return [
    { title: 'does all of this at once', script, lane: place === 'after' ? {} : { tag: '@prove' } },
    ...kinds.map((kind) => ({ ...kind, lane: { tag: '@prove' } })),
  ];
}

for (const place of ['before', 'after'] as const) {
  for (const { title, script, lane } of casesOf(place)) {
    test(
      `the wallet pays, goes and comes again on a page that, ${place} the SDK, ${title}`,
      lane,
      async ({ page, stack }) => {
        const { out, wallet, press } = await openChanged(page, stack, { script, place });
        const round = 'init,ready,ours';
        for (const heard of [round, `${round},${round}`]) {
          await press('begin');
          await expect(out).toHaveText('begin: undefined');
          await wallet.type(GOOD_CARD);
          await press('pay');
          await expect(out).toHaveText('pay: 4242');
          await press('destroy');
          await expect(out).toHaveText('destroy: 0');
          await press('tell');
          await expect(out).toHaveText(`tell: ${heard}`);
        }
      },
    );
  }
}

test('the window of a provider opens on a page that has a function named open', async ({ page, stack }) => {
  const { out, wallet, press } = await openChanged(page, stack, {
    script: 'function open() { throw new Error("of the page"); }',
    place: 'before',
  });
  await press('begin');
  await expect(out).toHaveText('begin: undefined');
  await wallet.method('PayPal').click();
  await expect(wallet.method('PayPal')).toBeChecked();
  const popup = page.waitForEvent('popup');
  await press('window');
  await expect.poll(async () => (await popup).url()).toContain('http');
});
