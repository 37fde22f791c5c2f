import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { aroundQuestions, type Reply, wrapAcquirers } from '../../../base/processor/acquirer.ts';
import { createApp } from '../../../main/app.ts';
import { attempts } from '../../../tables/attempts.ts';
import { sessionEvents } from '../../../tables/session-events.ts';
import { ADYEN_CARDS } from '../../../test-kit/acquirers/adyen-fake.ts';
import { openAdyenShop } from '../../../test-kit/acquirers/adyen-shop.ts';
import { postBilling } from '../../../test-kit/acquirers/post-billing.ts';
import { readJson } from '../../../test-kit/test-client.ts';
import { resolveAttempts } from '../../asking/resolve-attempts.ts';
import { sweep } from '../../asking/sweep.ts';

const shop = await openAdyenShop();
afterAll(shop.close);
const BANK = 'https://checkoutshopper-test.adyen.com';
const callback_url = 'http://127.0.0.1:9999/callback';

const details = () => shop.bench.transcript.filter(({ schema }) => schema === 'PaymentDetailsRequest').length;
const pathOf = (url: unknown) => new URL(String(url)).pathname;

async function start(method = 'SALE_3DS', app = shop.app) {
  const ccToken = await shop.wallet.token(ADYEN_CARDS.demanding);
  const money = { amount: '10.00', currency: 'EUR', merchant_id: '1003' };
  const { transaction } = await postBilling(app, { method, ...money, ccToken, callback_url });
  const sent = shop.bench.transcript.filter(({ schema }) => schema === 'PaymentRequest').at(-1);
  const { returnUrl = '' } = (sent?.value ?? {}) as { returnUrl?: string };
  const psp = shop.bench.vendor.payments.at(-1)?.pspReference ?? '';
  return {
    id: String(transaction.transactionID),
    transaction,
    psp,
    box: pathOf(transaction['3ds_confirmation_box_url']),
    /** What the bank sends the shopper back to. */
    back: (said: string) => `${new URL(returnUrl).pathname}?redirectResult=${encodeURIComponent(said)}`,
  };
}

const open = (path: string, app = shop.app) => app.request(path);
const infos = async (id: string) => (await shop.told(id)).map((each) => each.notification_details.info);
const statusOf = async (id: string) => (await shop.record(id)).status;

test.each([
  ['SALE_3DS', 'CAPTURED'],
  ['AUTH_3DS', 'AUTHORISED'],
] as const)('%s: the box leads to the bank, and what comes back ends the payment', async (method, state) => {
  const { id, psp, box, back, transaction } = await start(method);
  expect(transaction).toMatchObject({
    status: 'PENDING',
    awaiting_confirmation: 1,
    processorData: { TxState: '3P', RedirectURL: transaction['3ds_confirmation_box_url'] },
  });
  const page = await open(box);
  expect(await page.text()).toContain(`src="${BANK}/checkoutshopper/threeDS/redirect?MD=${psp}"`);
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain(`frame-src ${BANK} 'self';`);
  expect(policy).toContain(`form-action ${BANK};`);
  expect(policy).not.toContain(shop.context.config.issuerUrl);
  const answer = await open(back(`${psp}!Y`));
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Your bank has answered.');
  expect(await shop.record(id)).toMatchObject({
    status: 'SUCCESS',
    sandbox: { payment_state: state, three_ds: { trans_status: 'Y' } },
  });
  expect(await infos(id)).toEqual([`${method}_SUCCEEDED`]);
  const { challenge } = await shop.found(id);
  expect(challenge).toMatchObject({ status: 'PASSED', stage: 'returned', bank: null });
  const events = await shop.context.db
    .select()
    .from(sessionEvents)
    .where(eq(sessionEvents.operationId, challenge?.operationId ?? ''));
  expect(events.map(({ type }) => type)).toEqual(['3ds_required', '3ds_opened', '3ds_result']);
  expect((await open(box)).status).toBe(410);
});

test('a challenge that was refused fails the payment, and says why', async () => {
  const { id, psp, back } = await start();
  expect((await open(back(`${psp}!N`))).status).toBe(200);
  const { operation, payment, challenge } = await shop.found(id);
  expect(operation).toMatchObject({ status: 'FAILURE', declineCode: 'authentication_failed' });
  expect([payment.authentication, challenge?.status]).toEqual(['N', 'FAILED']);
  expect(await infos(id)).toEqual(['SALE_3DS_FAILED']);
});

test('S90: an address that was opened twice asks once, and shows nothing of the payment', async () => {
  const { id, psp, back } = await start();
  const before = details();
  const answers = await Promise.all([1, 2, 3].map(() => open(back(`${psp}!Y`))));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain(id);
  }
  await open(back(`${psp}!N`));
  expect(details()).toBe(before + 1);
  expect(await statusOf(id)).toBe('SUCCESS');
});

test('S90: a stranger without the whole address asks nobody anything', async () => {
  const { id, psp, back } = await start();
  const before = details();
  const { operation } = await shop.found(id);
  const strange = [
    `/3ds/return/${operation.id}?redirectResult=${psp}!Y`,
    `/3ds/return/${operation.id}.${'A'.repeat(43)}?redirectResult=${psp}!Y`,
    back(`${psp}!Y`).replace('/3ds/return/', '/3ds/return/x'),
  ];
  for (const path of strange) expect((await open(path)).status).toBe(404);
  const script = await shop.app.request(back(`${psp}!Y`), { headers: { 'Sec-Fetch-Mode': 'cors' } });
  expect(script.status).toBe(403);
  expect(details()).toBe(before);
  expect(await statusOf(id)).toBe('PENDING');
  await open(back(`${psp}!Y`));
});

test('S90: what the vendor cannot read leaves the challenge open, and is asked a few times at most', async () => {
  const { id, psp, back } = await start();
  const before = details();
  for (const made of ['a', 'a', 'b', 'c']) expect((await open(back(made))).status).toBe(400);
  expect(details()).toBe(before + 3);
  expect(await statusOf(id)).toBe('PENDING');
  expect((await open(back(`${psp}!Y`))).status).toBe(200);
  expect(await statusOf(id)).toBe('SUCCESS');
  const other = await start();
  for (const made of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await open(other.back(made));
  expect(details()).toBe(before + 4 + 5);
  shop.advance(16 * 60);
  await sweep(shop.context);
  expect(await statusOf(other.id)).toBe('FAILURE');
});

test('S90: what was brought back of another payment is no approval of this one', async () => {
  const mine = await start();
  const other = await start('AUTH_3DS');
  await open(mine.back(`${other.psp}!Y`));
  expect(await statusOf(mine.id)).toBe('PENDING');
  // Nobody knows of mine now; the vendor's own word ends it.
  expect(await (await open(mine.box)).text()).toContain('Your bank is being asked…');
  const payment = shop.bench.vendor.payments.find(({ pspReference }) => pspReference === mine.psp);
  if (payment) payment.status = 'approved';
  await shop.endPending();
  expect(await statusOf(mine.id)).toBe('SUCCESS');
});

test('a bank that wants a form gets one, and may post what comes back', async () => {
  const { dependencies } = shop.context;
  const posting = wrapAcquirers(dependencies.acquirers, (acquirer) =>
    aroundQuestions(acquirer, (ask) => async (question, call) => {
      const reply = await ask(question, call);
      if (reply.kind !== 'redirect') return reply;
      return { ...reply, method: 'POST', url: `${BANK}/post`, form: { MD: 'a"b', PaReq: '<c>' } };
    }),
  );
  const app = createApp({ ...shop.context, dependencies: { ...dependencies, acquirers: posting } });
  const { id, psp, box, back } = await start('SALE_3DS', app);
  const text = await (await open(box, app)).text();
  expect(text).toContain(`<form id="challenge" method="post" action="${BANK}/post" target="acs">`);
  expect(text).toContain('<input type="hidden" name="MD" value="a&quot;b">');
  expect(text).toContain('<input type="hidden" name="PaReq" value="&lt;c&gt;">');
  const [path = ''] = back('').split('?');
  const body = new URLSearchParams({ redirectResult: `${psp}!Y` });
  expect((await app.request(path, { method: 'POST', body })).status).toBe(200);
  expect(await statusOf(id)).toBe('SUCCESS');
});

test('a shopper who never comes back fails the payment after a quarter of an hour, and later asks nobody', async () => {
  const { id, psp, back } = await start();
  const before = details();
  shop.advance(15 * 60 + 1);
  await sweep(shop.context);
  expect((await shop.found(id)).operation).toMatchObject({ status: 'FAILURE', declineCode: 'timeout' });
  expect((await open(back(`${psp}!Y`))).status).toBe(200);
  expect(details()).toBe(before);
});

test('the vendor’s word on a shopper who never came back ends the payment', async () => {
  const { id, psp } = await start();
  const payment = shop.bench.vendor.payments.find(({ pspReference }) => pspReference === psp);
  if (payment) payment.status = 'approved';
  await shop.endPending();
  expect(await shop.record(id)).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
  expect((await shop.found(id)).challenge?.status).toBe('PASSED');
});

test('an answer to what came back that is lost leaves a box that waits, and is found under the same key', async () => {
  const { id, psp, back, box } = await start();
  const { dependencies } = shop.context;
  let isLost = true;
  const losing = wrapAcquirers(dependencies.acquirers, (acquirer) =>
    aroundQuestions(acquirer, (ask) => async (question, call) => {
      const reply = await ask(question, call);
      const lost: Reply = { kind: 'unknown', reason: 'timeout' };
      return isLost ? lost : reply;
    }),
  );
  const context = { ...shop.context, dependencies: { ...dependencies, acquirers: losing } };
  const app = createApp(context);
  expect((await open(back(`${psp}!Y`), app)).status).toBe(200);
  expect(await statusOf(id)).toBe('PENDING');
  expect(await (await open(`${box}/state`)).json()).toEqual({ waits: true });
  // Its time does not end it, nor does what is brought meanwhile.
  await open(back(`${psp}!N`), app);
  shop.advance(60);
  isLost = false;
  await resolveAttempts(context);
  expect(await statusOf(id)).toBe('SUCCESS');
  const { operation } = await shop.found(id);
  const rows = await shop.context.db.select().from(attempts).where(eq(attempts.operationId, operation.id));
  expect(rows.map(({ state, sealed }) => [state, sealed])).toEqual([
    ['ended', null],
    ['ended', null],
  ]);
});

test.each(['SALE', 'AUTH'] as const)(
  '%s of a card that demands 3-D Secure says what to use, and holds nothing',
  async (method) => {
    const ccToken = await shop.wallet.token(ADYEN_CARDS.demanding);
    const answer = await shop.pay({ method, ccToken });
    const body = await readJson(answer);
    expect(answer.status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'authentication_required' });
    expect(body.error.message).toContain(`use ${method}_3DS`);
    expect(shop.bench.vendor.payments.at(-1)?.status).toBe('declined');
  },
);
