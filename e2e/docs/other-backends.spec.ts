import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { LOSSES, startLossyProxy } from '../support/fixtures/lossy-proxy.ts';
import { asJson, outsideShop, transactionsOfOrder } from '../support/fixtures/readme-order.ts';
import { ASKING, CHECKING, onceItAnswers, PAID, visit } from '../support/fixtures/readme-shop.ts';
import { test as base } from '../support/fixtures/three-ds-test.ts';
import { printed } from '../support/measures/printed.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { slow } from '../support/pages/provider-sheet.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';
import { askAdmin } from '../support/stack/admin-client.ts';
import { freePort } from '../support/stack/free-port.ts';
import { lookUp, post, valueAt } from '../support/stack/service-client.ts';
import { SECRET_KEY } from '../support/stack/stack.ts';

/** The shops of docs/backends.md as printed, with the README's page, where their language is on this machine. */

type Language = {
  readonly name: string;
  readonly program: string;
  /** File, the mark by which the document's block is found, and the document: docs/backends.md by default. */
  readonly files: readonly (readonly [file: string, mark: string, document?: string])[];
  readonly args: (port: string) => readonly string[];
};

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    program: 'python3',
    files: [
      ['wallet_frame.py', 'def wallet_frame(', 'docs/integrate.md'],
      ['orders.py', 'def judge('],
      ['shop.py', 'class Shop('],
    ],
    args: () => ['shop.py'],
  },
  {
    name: 'PHP',
    program: 'php',
    files: [
      ['wallet_frame.php', 'function wallet_frame(', 'docs/integrate.md'],
      ['shop.php', '<?php'],
    ],
    args: (port) => ['-S', `localhost:${port}`, 'shop.php'],
  },
];

type Open = (language: Language, serviceUrl?: string) => Promise<string>;

const test = base.extend<{ open: Open }>({
  open: async ({ stack }, use) => {
    const ends: (() => void)[] = [];
    await use(async ({ name, program, files, args }, serviceUrl = stack.serviceUrl) => {
      const isHere = spawnSync(program, ['--version']).status === 0;
      // biome-ignore lint/suspicious/noSkippedTests: a machine may be without the language, and the report says so
      test.skip(!isHere, `${name}: ${program} is not on this machine`);
      const folder = mkdtempSync(join(tmpdir(), 'other-backend-'));
      const port = String(await freePort());
      for (const [file, mark, document = 'docs/backends.md'] of files) {
        const text = printed(document, { mark, serviceUrl }).replaceAll('5050', port);
        // Only what the backend asks may go another way: the frame is of the script's own service.
        const ofPage = text.replace('wallet_frame(SERVICE,', `wallet_frame('${stack.serviceUrl}',`);
        writeFileSync(join(folder, file), ofPage);
      }
      const page = printed('README.md', { mark: '<!doctype html>', serviceUrl: stack.serviceUrl });
      writeFileSync(join(folder, 'page.html'), page);
      const env = { ...process.env, SECRET_KEY };
      const shop: ChildProcess = spawn(program, args(port), { cwd: folder, env, stdio: 'ignore' });
      ends.push(() => {
        shop.kill();
        rmSync(folder, { recursive: true });
      });
      return onceItAnswers(port);
    });
    for (const end of ends) end();
  },
});

test.setTimeout(120_000);

for (const language of LANGUAGES) {
  const { name } = language;

  test(`the shop in ${name} takes a card that the bank asks about, once`, async ({ page, open }) => {
    const address = await open(language);
    const { wallet, pay, told } = await visit(page, address);
    await wallet.type(GOOD_CARD);
    await pay.click();
    await expect(told).toContainText(ASKING);
    await new ChallengeBox(page).answer('1234');
    await expect(told).toHaveText(PAID);
    expect(await (await fetch(`${address}pay`, asJson({}))).json()).toBe('paid');
    await page.reload();
    await expect(page.getByText(PAID)).toBeVisible();
  });

  test(`S71: the shop in ${name} gives a surplus back, and leaves another merchant's payment alone`, async ({
    open,
    stack,
  }) => {
    const { service, sell, lookUp } = outsideShop(stack, await open(language));
    const other = await sell({ merchant_id: 1002 });
    expect(await lookUp(other)).toBe('other');
    const cent = await sell({ amount: '0.01' });
    expect(await lookUp(cent)).toBe('unknown');
    const [first, second] = [await sell(), await sell()];
    expect([await lookUp(first), await lookUp(second), await lookUp(second)]).toEqual([
      'paid',
      'paid',
      'paid',
    ]);
    const states = [other, first, second].map(
      async (id) => (await service.lookup(id))?.sandbox.payment_state,
    );
    expect(await Promise.all(states)).toEqual(['CAPTURED', 'CAPTURED', 'REFUNDED']);
  });

  test(`the shop in ${name} counts what a cardholder's bank took back as gone, and gives back the rest of a surplus`, {
    tag: '@prove',
  }, async ({ open, stack }) => {
    const { service, sell, lookUp } = outsideShop(stack, await open(language));
    const takeBack = async (search: string, amount: string) => {
      const { payments } = await askAdmin(stack.inspectorUrl, `/api/payments?search=${search}`);
      const dispute = { event: 'CHARGEBACK_OPENED', amount };
      await askAdmin(stack.inspectorUrl, `/api/payments/${payments[0].payment_id}/disputes`, dispute);
    };
    const [gone, first, second] = [await sell(), await sell(), await sell()];
    await takeBack(gone, '10.00');
    await takeBack(second, '4.00');
    expect([await lookUp(gone), await lookUp(first), await lookUp(second)]).toEqual([
      'failed',
      'paid',
      'paid',
    ]);
    expect((await service.lookup(second))?.sandbox).toMatchObject({ charged_back: '4.00', refunded: '6.00' });
  });

  test(`S72: the shop in ${name} takes nothing but JSON, and no large body`, async ({ open }) => {
    const address = await open(language);
    const statusOf = async (init: RequestInit) => (await fetch(`${address}pay`, init)).status;
    expect(await statusOf({ method: 'POST', body: '{}' })).toBe(415);
    expect(await statusOf(asJson('x'.repeat(70_000)))).toBe(413);
    expect((await fetch(`${address}session`, asJson({}))).status).toBe(200);
  });

  for (const lost of LOSSES) {
    test(`the shop in ${name} pays once where the first billing's ${lost} was lost`, {
      tag: '@prove',
    }, async ({ page, open, stack }) => {
      const proxy = await startLossyProxy(stack.serviceUrl, lost);
      const address = await open(language, proxy.serviceUrl);
      const before = await transactionsOfOrder(stack);
      const { wallet, pay, told } = await visit(page, address);
      await wallet.type(GOOD_CARD);
      proxy.lose(true);
      await pay.click();
      await expect(told).toHaveText(CHECKING, slow);
      proxy.lose(false);
      await expect(told).toContainText(ASKING, slow);
      await new ChallengeBox(page).answer('1234');
      await expect(told).toHaveText(PAID);
      expect(await transactionsOfOrder(stack)).toHaveLength(before.length + 1);
      proxy.close();
    });
  }
}

test('what docs/backends.md says of each answer is what the service answers', async ({ stack }) => {
  const { serviceUrl } = stack;
  const sale = {
    ccToken: 'tok_sandbox_4242424242424242',
    currency: 'GBP',
    merchant_id: '1001',
    method: 'SALE',
  };
  const answersTo = async (form: Record<string, string>) => {
    const transactionID = form['transactionID'] ?? crypto.randomUUID();
    const body = { amount: '12', ...sale, ...form, transactionID };
    const answer = await post(`${serviceUrl}/wallet/api/v1/billing`, body);
    const record = await lookUp(serviceUrl, transactionID);
    const code = valueAt(answer.body, 'error', 'code');
    return { transactionID, told: [answer.status, code, record?.status, record?.sandbox.payment_state] };
  };
  const paid = await answersTo({});
  expect(paid.told).toEqual([200, undefined, 'SUCCESS', 'CAPTURED']);
  const again = await answersTo({ transactionID: paid.transactionID, amount: '13' });
  expect(again.told).toEqual([409, 'transaction_id_exists', 'SUCCESS', 'CAPTURED']);
  const declined = await answersTo({ ccToken: 'tok_sandbox_4000000000009995' });
  expect(declined.told.slice(0, 3)).toEqual([402, 'card_declined', 'FAILURE']);
  const asked = await answersTo({ method: 'SALE_3DS', amount: '10' });
  expect(asked.told.slice(0, 3)).toEqual([200, undefined, 'PENDING']);
  for (const wrong of [{ currency: 'XXX' }, { merchant_id: '77' }, { ccToken: 'none' }]) {
    const { told } = await answersTo(wrong);
    expect(told[0]).toBeGreaterThanOrEqual(400);
    expect(told[0]).toBeLessThan(409);
    expect(told.slice(2)).toEqual([undefined, undefined]);
  }
});
