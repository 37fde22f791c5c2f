import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { StartQuestion } from '../base/processor/acquirer-question.ts';
import { createApp } from '../main/app.ts';
import { eraseQuestions, resolveAttempts } from '../payments/asking/resolve-attempts.ts';
import { openSandboxAcquirers } from '../sandbox/acquirer/open-sandbox-acquirers.ts';
import { cardTokens } from '../tables/payments.ts';
import { attemptOf, postBilling } from '../test-kit/acquirers/post-billing.ts';
import { openTestAcquirer } from '../test-kit/acquirers/test-acquirer.ts';
import { spellings, tablesHolding } from '../test-kit/test-canary.ts';
import { boundTo, seal } from '../test-kit/test-sealing.ts';
import { openTestShop } from '../test-kit/test-shop.ts';
import { eraseCodes } from './prune-tokens.ts';

const shop = await openTestShop();
afterAll(shop.close);
const acquirer = openTestAcquirer();
const context = acquirer.on(shop.context);
const app = createApp(context);

const AMEX = '378282246310005';
/** Four digits that nothing else is likely to hold. */
const CODE = '8351';
const FACTS = {
  colorDepth: 24,
  javaEnabled: false,
  javaScriptEnabled: true,
  language: 'de-AT',
  screenHeight: 900,
  screenWidth: 1440,
  timeZoneOffset: -60,
};
const HEADERS = { 'User-Agent': 'Browser/1', Accept: 'application/json' };
const money = { amount: '10.00', currency: 'GBP', merchant_id: '1001' };

async function enter(browser: unknown = FACTS) {
  const { authorization, walletSession } = await shop.openWallet('user');
  const card = { number: AMEX, expMonth: '03', expYear: '2034', securityCode: CODE, holderName: 'Ada L.' };
  const jwe = await seal(shop.context, { ...card, bound: boundTo(shop.context, walletSession), browser });
  const answer = await app.request('/wallet/api/v1/cards', {
    method: 'POST',
    headers: { ...authorization, ...HEADERS },
    body: new URLSearchParams({ card: jwe, saveForLater: '0', merchant_id: '1001' }),
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  return { text, walletSession, ccToken: String(JSON.parse(text).paymentMethod.cc_token) };
}

const lastAsked = () => acquirer.asked.at(-1) as StartQuestion;
const kept = async () => {
  const rows = await shop.context.db.select().from(cardTokens);
  return rows.filter(({ code, browser }) => code !== null || browser !== null);
};

beforeEach(async () => {
  await shop.context.db.update(cardTokens).set({ code: null, browser: null });
});

test('the code that was entered goes to the acquirer with the first authorisation, once', async () => {
  const { ccToken } = await enter();
  expect(await kept()).toHaveLength(1);
  await postBilling(app, { method: 'SALE', ...money, ccToken });
  expect(lastAsked().card).toEqual({
    number: AMEX,
    expMonth: 3,
    expYear: 2034,
    holder: 'Ada L.',
    securityCode: CODE,
  });
  expect(lastAsked().shopper.ip).toBeTypeOf('string');
  expect(await kept()).toEqual([]);
});

test('S13: a code is in no table in clear, and nowhere at all once its operation has ended', async () => {
  const { ccToken, text } = await enter();
  acquirer.mishaps.push('lost before');
  const { id, text: billed } = await postBilling(app, { method: 'SALE', ...money, ccToken });
  expect((await attemptOf(context, id))?.sealed).not.toBeNull();
  const texts = spellings(CODE).map((each) => `"${each}"`);
  expect(await tablesHolding(shop.context.db, [...texts, `securityCode`])).toEqual([]);
  shop.advance(60);
  await resolveAttempts(context);
  expect((await shop.record(id)).status).toBe('SUCCESS');
  expect(lastAsked().card.securityCode).toBe(CODE);
  expect((await attemptOf(context, id))?.sealed).toBeNull();
  expect(await kept()).toEqual([]);
  for (const shown of [text, billed, shop.logged()]) expect(shown).not.toMatch(/\b8351\b/);
});

test('S13: a code that nobody has used for a quarter of an hour is erased, and not used before that either', async () => {
  const { ccToken } = await enter();
  shop.advance(15 * 60 - 1);
  await eraseCodes(shop.context);
  expect((await kept())[0]?.code).not.toBeNull();
  shop.advance(1);
  await postBilling(app, { method: 'SALE', ...money, ccToken });
  expect(lastAsked().card).not.toHaveProperty('securityCode', CODE);
  await enter();
  shop.advance(15 * 60);
  await eraseCodes(shop.context);
  expect((await kept()).map(({ code }) => code)).toEqual([null]);
});

test('S13: a question in doubt loses its code after a quarter of an hour', async () => {
  const { ccToken } = await enter();
  acquirer.mishaps.push('lost before', 'lost before', 'lost before');
  const { id } = await postBilling(app, { method: 'SALE', ...money, ccToken });
  shop.advance(15 * 60 + 1);
  const asked = acquirer.asked.length;
  await resolveAttempts(context);
  expect(acquirer.asked).toHaveLength(asked);
  await eraseQuestions(context);
  expect(await attemptOf(context, id)).toMatchObject({ state: 'in_doubt', sealed: null });
  acquirer.mishaps.length = 0;
});

test('a start that reached nobody gives its token the code back', async () => {
  const { ccToken } = await enter();
  acquirer.mishaps.push('not sent');
  const sale = { method: 'SALE', ...money, ccToken };
  expect((await postBilling(app, sale)).code).toBe('processor_unavailable');
  expect(await kept()).toHaveLength(1);
  await postBilling(app, sale);
  expect(lastAsked().card.securityCode).toBe(CODE);
});

test('S13: the ledger of the simulated acquirer has neither code nor holder nor browser', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  const { clock, masterKey } = shop.context;
  const settings = { remote: undefined, directory };
  const opened = openSandboxAcquirers({ clock, masterKey, issuerUrl: 'http://127.0.0.1:4001', settings });
  const { dependencies } = shop.context;
  const here = createApp({ ...shop.context, dependencies: { ...dependencies, acquirers: opened.acquirers } });
  const { ccToken } = await enter();
  expect((await postBilling(here, { method: 'SALE_3DS', ...money, ccToken })).status).toBe(200);
  const text = readFileSync(join(directory, 'acquirer-ledger.jsonl'), 'utf8');
  expect(text).toContain('"entry":"start"');
  for (const part of [`"${CODE}"`, 'Ada L.', 'Browser/1', 'de-AT']) expect(text).not.toContain(part);
  opened.close();
  rmSync(directory, { recursive: true });
});

test('what 3-D Secure wants to know of the browser is kept with the token, sealed, and told to the acquirer', async () => {
  const { ccToken, text } = await enter();
  expect(text).not.toMatch(/Browser\/1|de-AT|1440/);
  expect(await tablesHolding(shop.context.db, spellings('de-AT'))).toEqual([]);
  await postBilling(app, { method: 'SALE_3DS', ...money, ccToken });
  expect(lastAsked().authentication).toMatchObject({
    kind: 'wanted',
    browser: { ...FACTS, userAgent: 'Browser/1', acceptHeader: 'application/json' },
  });
  expect(lastAsked().authentication).not.toHaveProperty('browser.ip');
});

test('a code that the backend brings with the token comes with the browser that it was entered in', async () => {
  const { ccToken: cc_token, walletSession } = await enter(null);
  const browser = { ...FACTS, language: 'fr' };
  const bound = boundTo(shop.context, walletSession);
  const encrypted_cvv = await seal(shop.context, { cc_token, securityCode: '9142', bound, browser });
  const sale = { method: 'SALE_3DS', ...money, ccToken: cc_token, encrypted_cvv };
  expect((await postBilling(app, sale)).status).toBe(200);
  expect(lastAsked().card.securityCode).toBe('9142');
  expect(lastAsked().authentication).toMatchObject({ browser: { language: 'fr', userAgent: 'Browser/1' } });
});

test.each([
  ['none', null],
  ['a depth that EMV does not know', { ...FACTS, colorDepth: 7 }],
  ['a language that is none', { ...FACTS, language: '<script>' }],
  ['a screen beyond measure', { ...FACTS, screenWidth: 1e9 }],
  ['half a pixel', { ...FACTS, screenHeight: 0.5 }],
  ['a time zone of another planet', { ...FACTS, timeZoneOffset: 1000 }],
  ['a text', 'browser'],
])('S91: facts of a browser that are malformed are not known: %s', async (_, facts) => {
  const { ccToken } = await enter(facts);
  await postBilling(app, { method: 'SALE_3DS', ...money, ccToken });
  expect(lastAsked().authentication).toMatchObject({ kind: 'wanted', browser: undefined });
});

test('S91: what is kept with one token does not open with another', async () => {
  const first = await enter();
  const [{ code, browser } = { code: null, browser: null }] = await kept();
  const second = await enter();
  await shop.context.db.update(cardTokens).set({ code, browser });
  await postBilling(app, { method: 'SALE_3DS', ...money, ccToken: second.ccToken });
  expect(lastAsked().card.securityCode).toBeUndefined();
  await postBilling(app, { method: 'SALE_3DS', ...money, ccToken: first.ccToken });
  expect(lastAsked().card.securityCode).toBe(CODE);
});
