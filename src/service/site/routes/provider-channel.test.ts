import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulation } from '../../main/sandbox-dependencies.ts';
import { refusal } from '../../test-kit/test-client.ts';
import { testMasterKey } from '../../test-kit/test-master-key.ts';
import { APPROVED, testProvider } from '../../test-kit/test-provider.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';

let shop: TestShop;
let provider: ReturnType<typeof testProvider>;
beforeAll(async () => {
  shop = await openTestShop();
  provider = testProvider(shop);
});
afterAll(() => shop.close());

const return_url = 'http://localhost:3000/done?order=7&status=SUCCESS#top';

describe('POST results', () => {
  test('refuses what the provider did not sign', async () => {
    const payment = await provider.started(await shop.openWallet('guest'));
    const result = JSON.stringify(provider.resultOf(provider.sheetOf(payment), APPROVED));
    const { headers } = simulation.signResult({ masterKey: testMasterKey() }, { id: 'forged', body: result });
    for (const forged of [{}, headers, { ...headers, 'webhook-timestamp': '1' }]) {
      const answer = shop.post('/wallet/instant/results', { result }, { ...forged });
      expect(await refusal(answer)).toEqual([400, 'parameter_invalid', 'result']);
    }
    const signed = simulation.signResult(shop.context, { id: 'mine', body: result });
    const swapped = shop.post(
      '/wallet/instant/results',
      { result: result.replace('approved', 'refused ') },
      { ...signed.headers },
    );
    expect(await refusal(swapped)).toEqual([400, 'parameter_invalid', 'result']);
    expect(await shop.record(payment.transaction_id ?? '')).toMatchObject({ status: 'PENDING' });
  });

  test('refuses another amount, currency or payment than was started', async () => {
    const payment = await provider.started(await shop.openWallet('guest'));
    const result = provider.resultOf(provider.sheetOf(payment), APPROVED);
    for (const amount of [result.amount - 1, result.amount + 1]) {
      expect(await refusal(provider.tell({ ...result, amount }))).toEqual([422, 'amount_mismatch']);
    }
    expect(await refusal(provider.tell({ ...result, currency: 'USD' }))).toEqual([422, 'currency_mismatch']);
    expect(await refusal(provider.tell({ ...result, id: 'f'.repeat(32) }))).toEqual([404, 'not_found']);
    expect(await shop.record(payment.transaction_id ?? '')).toMatchObject({ status: 'PENDING' });
  });
});

describe('GET return', () => {
  const back = async (returnUrl: string) => shop.get(new URL(returnUrl).pathname, {});

  test('sends the page back to the shop with what is on record, whatever the address says', async () => {
    const payment = await provider.started(await shop.openWallet('guest'), { return_url, opens: 'redirect' });
    const { returnUrl } = provider.sheetOf(payment);
    const early = await shop.get(`${new URL(returnUrl).pathname}?status=SUCCESS&return_url=http://evil`, {});
    expect(early.status).toBe(303);
    expect(early.headers.get('Location')).toBe(
      `http://localhost:3000/done?order=7&status=PENDING&transaction_id=${payment.transaction_id}#top`,
    );
    await provider.end(payment, APPROVED);
    const location = (await back(returnUrl)).headers.get('Location') ?? '';
    expect(new URL(location).searchParams.get('status')).toBe('SUCCESS');
    expect(new URL(location).searchParams.get('transaction_id')).toBe(payment.transaction_id);
  });

  test.each(['window', 'redirect'])(
    'tells the shop of no payment where an alternative method was agreed to (%s): nothing is paid',
    async (opens) => {
      const wallet = await shop.openWallet('guest');
      const payment = await provider.started(wallet, { method: 'googlepay', return_url, opens });
      const { returnUrl } = provider.sheetOf(payment);
      await provider.end(payment, APPROVED);
      const answer = await back(returnUrl);
      const way = answer.headers.get('Location') ?? (await answer.text());
      expect(way).toContain('http://localhost:3000/done?order=7');
      expect(way).not.toMatch(/status|transaction_id|SUCCESS/);
    },
  );

  test('closes a window, runs nothing else and may be framed by nobody', async () => {
    const payment = await provider.started(await shop.openWallet('guest'), { return_url });
    const { returnUrl } = provider.sheetOf(payment);
    await provider.end(payment, { kind: 'cancelled' });
    const answer = await back(returnUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /script-src 'sha256-.*frame-ancestors 'none'/,
    );
    const text = await answer.text();
    expect(text).toContain('<script>close()</script>');
    expect(text).toContain('Nothing was charged');
    expect(text).toContain('status=FAILURE');
  });

  test('knows no other payment', async () => {
    expect(await refusal(shop.get('/wallet/instant/return/nothing', {}))).toEqual([404, 'not_found']);
  });
});
