import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedResult } from '../../base/processor/provider-gateway.ts';
import { simulation } from '../../main/sandbox-dependencies.ts';
import { comingFrom } from '../../test-kit/test-client.ts';
import { testProvider } from '../../test-kit/test-provider.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { createIssuerApp } from './issuer-app.ts';
import type { Receipt } from './post-result.ts';
import { providerSheets } from './provider-sheets.ts';

let shop: TestShop;
let provider: ReturnType<typeof testProvider>;
beforeAll(async () => {
  shop = await openTestShop();
  provider = testProvider(shop);
});
afterAll(() => shop.close());

/** What the provider's own server does, without the network between. */
async function postToShop({ body, headers }: SignedResult): Promise<Receipt> {
  const answer = await shop.post('/wallet/instant/results', { result: body }, { ...headers });
  return answer.ok ? 'taken' : 'refused';
}

async function open(
  method: 'paypal' | 'googlepay' = 'paypal',
  post = postToShop,
  { slowMs = 1, stopping = shop.context.stopping } = {},
) {
  const wallet = await shop.openWallet('guest');
  const payment = await provider.started(wallet, { method });
  const sheets = providerSheets({
    masterKey: shop.context.masterKey,
    simulation,
    post,
    slowMs,
    stopping,
  });
  const url = new URL(payment.provider_url ?? '');
  const request = url.searchParams.get('request') ?? '';
  return {
    wallet,
    payment,
    url,
    request,
    show: () => sheets.request(url.href),
    press: (action: string, values: Record<string, string> = {}) =>
      sheets.request(url.pathname, {
        method: 'POST',
        body: new URLSearchParams({ request, action, ...values }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '900' },
      }),
    sheets,
  };
}

describe('providerSheets', () => {
  test('shows what the service has on record, runs nothing and may be framed by nobody', async () => {
    const { show } = await open();
    const answer = await show();
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]*; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    const text = await answer.text();
    expect(text).toContain('Pay €48.50');
    expect(text).toContain('Morrow Coffee');
    expect(text).not.toContain('<script');
  });

  test('answers while eight networks send no bodies', async () => {
    const { url } = await open();
    const app = createIssuerApp(shop.context, simulation);
    const senders: ReadableStreamDefaultController<Uint8Array>[] = [];
    const slow = Array.from({ length: 256 }, (_, place) => {
      const body = new ReadableStream({ start: (controller) => senders.push(controller) });
      const headers = { 'Content-Length': '900' };
      const request = { method: 'POST', headers, body, duplex: 'half' } as const;
      return app.request(url.pathname, request, comingFrom(`192.0.2.${place % 8}`));
    });
    const ask = async () => (await app.request(url.href, {}, comingFrom('198.51.100.1'))).status;
    await expect.poll(ask).toBe(200);
    for (const sender of senders) sender.close();
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404]));
  });

  test("names the shop as the merchant's setting does, as words and nothing else", async () => {
    await shop.set(1001, { shopName: '<b>Café & "Söhne"</b>' });
    const text = await (await (await open()).show()).text();
    expect(text).toContain('Pay &lt;b&gt;Café &amp; &quot;Söhne&quot;&lt;/b&gt;');
    expect(text).not.toContain('Morrow Coffee');
    await shop.set(1001, {});
  });

  test('is kept nowhere, and keeps the line to the window that opened it: cut off, it would look closed', async () => {
    const { url, request } = await open();
    const app = createIssuerApp(shop.context, simulation);
    for (const address of [`${url.pathname}?request=${request}`, `${url.pathname}?request=forged`]) {
      const { headers } = await app.request(address);
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
      expect(headers.get('Permissions-Policy')).toContain('payment=()');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  test("speaks the wallet's language, and that of its next try", async () => {
    const wallet = await shop.openWallet('guest');
    const startIn = async (language: string) => {
      const speaking = { authorization: { ...wallet.authorization, 'Accept-Language': language } };
      return provider.started({ ...wallet, ...speaking }, { attempt: 'attempt-in-languages' });
    };
    const sheets = providerSheets({
      masterKey: shop.context.masterKey,
      simulation,
      post: postToShop,
      stopping: shop.context.stopping,
    });
    const inArabic = await startIn('ar');
    const sheet = await (await sheets.request(inArabic.provider_url ?? '')).text();
    expect(sheet).toContain('<html lang="ar" dir="rtl">');
    const inJapanese = await startIn('ja-JP');
    expect(inJapanese.transaction_id).toBe(inArabic.transaction_id);
    expect(await (await sheets.request(inJapanese.provider_url ?? '')).text()).toContain('<html lang="ja"');
    const { returnUrl } = provider.sheetOf(inJapanese);
    const closing = await shop.get(new URL(returnUrl).pathname, { 'Accept-Language': 'en' });
    expect(await closing.text()).toContain('<html lang="ja" dir="ltr">');
  });

  test.each([
    ['approve', {}, { status: 'SUCCESS' }],
    ['slow', {}, { status: 'SUCCESS' }],
    ['approve', { funding: '2' }, { status: 'FAILURE', failure_code: 'insufficient_funds' }],
    ['refuse', {}, { status: 'FAILURE', failure_code: 'do_not_honor' }],
    ['cancel', {}, { status: 'FAILURE', failure_code: 'cancelled_by_cardholder' }],
    ['approve', { funding: '9' }, { status: 'FAILURE', failure_code: 'cancelled_by_cardholder' }],
  ])('has %s with %j end as %j, then sends the shopper back', async (action, values, expected) => {
    const { press, wallet, request } = await open();
    const answer = await press(action, values);
    expect(answer.status).toBe(200);
    const { id } = provider.sheetOf({
      ...(await provider.read(wallet)),
      provider_url: `http://x/?request=${request}`,
    });
    expect(await answer.text()).toContain(`0; url=http://127.0.0.1:4000/wallet/instant/return/${id}"`);
    expect(await provider.read(wallet)).toMatchObject(expected);
  });

  test('ends a slow answer early where the service stops', async () => {
    const { press } = await open('paypal', postToShop, { slowMs: 60_000, stopping: AbortSignal.abort() });
    expect((await press('slow')).status).toBe(200);
  });

  test('S18: takes no answer that another site has sent', async () => {
    const { press, url, request, sheets, wallet } = await open();
    const answer = await sheets.request(url.pathname, {
      method: 'POST',
      body: new URLSearchParams({ request, action: 'approve' }).toString(),
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Content-Length': '900' },
    });
    expect(answer.ok).toBe(false);
    expect(await provider.read(wallet)).toMatchObject({ status: 'PENDING' });
    expect((await press('approve')).status).toBe(200);
  });

  test('leaves the payment open when it is down, and when the service does not answer', async () => {
    const down = await open();
    expect((await down.press('down')).status).toBe(503);
    expect(await provider.read(down.wallet)).toMatchObject({ status: 'PENDING' });
    const lost = await open('paypal', async () => 'unanswered');
    const answer = await lost.press('approve', { funding: '1' });
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('name="funding" value="1"');
    expect(await provider.read(lost.wallet)).toMatchObject({ status: 'PENDING' });
  });

  test('takes no request that the service did not sign', async () => {
    const { url, request, sheets } = await open();
    const text = Buffer.from(request, 'base64url').toString();
    const cheaper = text.replace('"amount":4850', '"amount":1');
    const unsigned = text.replace(/,"mac":"[^"]*"/, '');
    expect(new Set([text, cheaper, unsigned]).size).toBe(3);
    const forgeries = [cheaper, unsigned, 'null', '{"mac":1}', ''].map((each) =>
      Buffer.from(each).toString('base64url'),
    );
    for (const forged of [...forgeries, 'a.b.c']) {
      expect((await sheets.request(`${url.pathname}?request=${forged}`)).status).toBe(404);
    }
    expect((await sheets.request(`/providers/applepay?request=${request}`)).status).toBe(404);
  });
});
