import { expect, type FrameLocator, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { servePages } from '../../support/stack/page-server.ts';
import { lookUp, post, refreshToken, textAt } from '../../support/stack/service-client.ts';
import type { Stack } from '../../support/stack/stack.ts';
import { connect, ORIGIN } from '../../support/stack/wallet-client.ts';

async function startChallenge({ serviceUrl }: Stack, ccToken = 'tok_sandbox_4242424242424242') {
  const form = { method: 'SALE_3DS', amount: '10', currency: 'GBP', merchantRef: 'demo' };
  const { body } = await post(`${serviceUrl}/wallet/api/v1/billing`, { ...form, ccToken });
  const id = textAt(body, 'transaction', 'transactionID');
  const status = async () => (await lookUp(serviceUrl, id)).status;
  return { box: textAt(body, 'transaction', '3ds_confirmation_box_url'), status };
}

const FEATURES = 'payment *; publickey-credentials-get *; publickey-credentials-create *';

/** The box on a shop's page, by default as the SDK puts it there; what the pages' policies refuse is collected. */
async function embed(page: Page, { box, allow = FEATURES }: { box: string; allow?: string }) {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|TrustedHTML|Permissions-Policy/i.test(message.text()))
      refused.push(message.text());
  });
  const port = await freePort();
  const frame = `<iframe src="${box}" title="Payment" allow="${allow}" referrerpolicy="strict-origin" width="500" height="600"></iframe>`;
  const document = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${frame}</main></html>`;
  const server = await servePages(port, new Map([['/', document]]));
  await page.goto(`http://localhost:${port}/`);
  return { refused, bank: bankIn(page.frameLocator('iframe')), close: () => server.close() };
}

function bankIn(box: FrameLocator | Page): FrameLocator {
  return box.frameLocator('iframe[name=acs]');
}

/** Runs in the bank's page. Chromium alone lets it be asked, by a name that types do not know. */
function mayAskForPasskeys({ ownerDocument }: HTMLElement | SVGElement) {
  const { featurePolicy } = ownerDocument as Document & {
    featurePolicy: { allowsFeature(feature: string): boolean };
  };
  return ['payment', 'publickey-credentials-get'].every((feature) => featurePolicy.allowsFeature(feature));
}

test("the bank's buttons have an edge where a browser forces its colours", async ({ page, stack }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { box } = await startChallenge(stack);
  const { bank, close } = await embed(page, { box });
  await expect(bank.getByRole('button', { name: 'Confirm' })).toHaveCSS('border-top-width', '1px');
  await close();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the box asks, the bank answers, and the shop's page learns nothing, ${theme}`, {
    tag: '@prove',
  }, async ({ page, stack }) => {
    await page.emulateMedia({ colorScheme: theme });
    const { box, status } = await startChallenge(stack);
    const { bank, refused, close } = await embed(page, { box });
    await expect(bank.getByText('Enter the code that we sent')).toBeVisible();
    expect(await bank.locator('html').evaluate(mayAskForPasskeys)).toBe(true);
    await expect(page.frameLocator('iframe').getByText('£10.00')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await bank.getByRole('textbox', { name: 'Verification code' }).fill('0000');
    await bank.getByRole('button', { name: 'Confirm' }).click();
    await expect(bank.getByRole('alert')).toContainText('2 tries');
    expect(await violationsOn(page)).toEqual([]);
    await bank.getByRole('textbox', { name: 'Verification code' }).fill('1234');
    await page.keyboard.press('Enter');
    await expect(bank.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(await status()).toBe('SUCCESS');
    expect(await violationsOn(page)).toEqual([]);
    expect(refused).toEqual([]);
    close();
  });
}

test('the box warns of a page that keeps passkeys from the bank', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const { box } = await startChallenge(stack);
  const { refused, bank, close } = await embed(page, { box, allow: 'payment *' });
  await expect(bank.getByText('Enter the code that we sent')).toBeVisible();
  expect(refused).toEqual([expect.stringContaining('denies publickey-credentials-get, so')]);
  close();
});

test('the box works alone, with a way back where a wallet asked, and is empty once it is over', {
  tag: '@prove',
}, async ({ page, stack }) => {
  const wallet = await connect(stack.serviceUrl, await refreshToken(stack.serviceUrl));
  const token = await wallet.handOver(stack.serviceUrl, GOOD_CARD.number.replaceAll(' ', ''));
  const { box, status } = await startChallenge(stack, token);
  await page.goto(box);
  await expect(page.getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', ORIGIN);
  await bankIn(page).getByRole('button', { name: 'Cancel payment' }).click();
  await expect(bankIn(page).getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await status()).toBe('FAILURE');
  await page.goto(box);
  await expect(page.getByRole('heading', { name: 'This payment has ended' })).toBeVisible();
  await expect(page.getByText('4242')).toHaveCount(0);
});

test('the box goes on without a fingerprint after ten seconds', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const { box } = await startChallenge(stack);
  await page.clock.install();
  const asked = page.waitForRequest('**/acs/method');
  await page.route('**/acs/method', () => {});
  await page.goto(box);
  await asked;
  const heading = bankIn(page).getByText('Enter the code that we sent');
  // Real time goes on, too.
  await page.clock.runFor(7_000);
  await page.waitForTimeout(300);
  await expect(heading).toHaveCount(0);
  await page.clock.runFor(3_000);
  await expect(heading).toBeVisible();
});

test("the bank's answer may come from its app in another tab", { tag: '@prove' }, async ({ page, stack }) => {
  const { box, status } = await startChallenge(stack);
  const { bank, close } = await embed(page, { box });
  await bank.getByText('Sandbox: other answers').click();
  await bank.getByRole('button', { name: 'Approve in the app' }).click();
  const [app] = await Promise.all([
    page.context().waitForEvent('page'),
    bank.getByRole('link', { name: 'Open the app' }).click(),
  ]);
  await app.getByRole('button', { name: 'Approve' }).click();
  await expect(app.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(bank.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await status()).toBe('SUCCESS');
  close();
});

test('the box refuses to be framed by a page that is not registered', async ({ page, stack }) => {
  const { box, status } = await startChallenge(stack);
  const port = await freePort();
  const server = await servePages(port, new Map([['/', `<iframe src="${box}"></iframe>`]]));
  await page.goto(`http://evil.localhost:${port}/`);
  await expect(page.frameLocator('iframe').getByText('£10.00')).toHaveCount(0);
  expect(await status()).toBe('PENDING');
  server.close();
});
