import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerError } from '../../api/http/answer-error.ts';
import type { AppEnv } from '../../api/http/app-env.ts';
import { limitOpenRequests } from '../../api/http/middleware/open-requests.ts';
import { requestScope } from '../../api/http/middleware/request-scope.ts';
import { simulation } from '../../main/sandbox-dependencies.ts';
import { sweep } from '../../payments/asking/sweep.ts';
import { boxUrl, issuerData } from '../../payments/threeds/box.ts';
import { challenges } from '../../tables/challenges.ts';
import { operations } from '../../tables/payments.ts';
import { timers } from '../../tables/timers.ts';
import { refusal } from '../../test-kit/test-client.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { acsRoutes } from './acs.ts';
import type { Receipt } from './post-result.ts';

let shop: TestShop;
let issuer: Hono<AppEnv>;
let told: string[];
let line: 'up' | 'down';
beforeAll(async () => {
  shop = await openTestShop();
  const post = async (result: string): Promise<Receipt> => {
    if (line === 'down') return 'unanswered';
    told.push(result);
    const answer = await shop.post('/3ds/results', { result }, {});
    return answer.ok ? 'taken' : 'refused';
  };
  issuer = new Hono<AppEnv>()
    .use(requestScope(shop.context))
    .use(limitOpenRequests({ workedOn: 9 }))
    .route('/', acsRoutes({ simulation, post }))
    .onError((error, c) => answerError(c, error));
});
afterAll(() => shop.close());

const SAME = { 'Sec-Fetch-Site': 'same-origin' };

async function start(number = '4242424242424242') {
  told = [];
  line = 'up';
  const ccToken = `tok_sandbox_${number}`;
  const found = await shop.bill({
    method: 'SALE_3DS',
    amount: '10',
    currency: 'GBP',
    merchantRef: 'demo',
    ccToken,
  });
  if (!found.challenge) throw new Error('no challenge');
  const { PAReq: PaReq, MD, TermUrl } = issuerData(shop.context, found, found.challenge);
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = SAME) =>
    issuer.request(path, { method: 'POST', body: new URLSearchParams(form), headers });
  const press = async (action: string, code = '') => {
    const answer = await post('/acs/answer', { PaReq, action, code });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const record = () => shop.record(found.operation.transactionId);
  return { id: found.operation.transactionId, PaReq, MD, TermUrl, post, press, record };
}
const reason = (record: Awaited<ReturnType<TestShop['record']>>) =>
  record.metadata.find(({ key }) => key === 'failure_code')?.value;
const boxPath = (md: string) => new URL(boxUrl(shop.context, md)).pathname;
const heading = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];

describe('/acs', () => {
  test('asks for the code, with what is paid, in a page that the box and the shop may frame', async () => {
    const { post, PaReq, MD, TermUrl } = await start();
    const answer = await post(
      '/acs',
      { PaReq, MD, TermUrl, windowSize: '02' },
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    const text = await answer.text();
    expect(text).toContain('Enter the code');
    expect(heading(text)).toBe('Confirm your payment');
    for (const said of ['£10.00', 'Morrow Coffee', '•••• 4242']) expect(text).toContain(said);
    const box = await (await shop.get(boxPath(MD), {})).text();
    expect(box).toContain('<bdi>Morrow Coffee</bdi>');
    expect(text).toMatch(/<label for="code">Verification code<\/label>/);
    expect(text).toMatch(/>Confirm<\/button>\s*<button[^>]*>Cancel payment<\/button>/);
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain('frame-ancestors http://127.0.0.1:4000 http://localhost:* http://127.0.0.1:*');
    expect(policy).toContain("form-action 'self' http://127.0.0.1:4000");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test("speaks the language that the service's request names, else the browser's, down to the app", async () => {
    const { post, PaReq, MD } = await start();
    const [, texts = ''] = (await (await shop.get(`${boxPath(MD)}?locale=de`, {})).text()).split(
      'name="PaReq" value="',
    );
    const asked = texts.slice(0, texts.indexOf('"'));
    const inArabic = { ...SAME, 'Accept-Language': 'ar' };
    const german = await (await post('/acs', { PaReq: asked }, inArabic)).text();
    expect(german).toContain('<html lang="de" dir="ltr">');
    expect(german).toContain('10,00 £');
    expect(await (await post('/acs', { PaReq }, inArabic)).text()).toContain('<html lang="ar" dir="rtl">');
    const waiting = await (await post('/acs/answer', { PaReq: asked, action: 'app' })).text();
    const [app = ''] = /\/acs\/app[^"]+/.exec(waiting) ?? [];
    expect(await (await issuer.request(app)).text()).toContain('<html lang="de"');
    const over = await (await post('/acs/answer', { PaReq: asked, action: 'Y' })).text();
    expect(over).toContain('/3ds/term?locale=de"');
  });

  test('knows no payment that the service did not ask about', async () => {
    const { post, PaReq } = await start();
    const changed = Buffer.from(PaReq, 'base64url').toString().replace('10.00', '99.00');
    for (const forged of ['', 'x', Buffer.from(changed).toString('base64url')]) {
      expect((await post('/acs', { PaReq: forged })).status).toBe(404);
      expect((await post('/acs/answer', { PaReq: forged, action: 'Y' })).status).toBe(404);
    }
    expect(told).toEqual([]);
  });

  test('takes no answer from a page of another site', async () => {
    const { post, PaReq, record } = await start();
    const answer = await post('/acs/answer', { PaReq, action: 'Y' }, { 'Sec-Fetch-Site': 'cross-site' });
    expect(await refusal(answer)).toEqual([403, 'origin_not_allowed']);
    expect((await record()).status).toBe('PENDING');
  });
});

describe('an answer', () => {
  test.each([
    ['1234', 'SUCCESS', undefined],
    ['2222', 'SUCCESS', undefined],
    ['3333', 'FAILURE', 'authentication_failed'],
    ['4444', 'FAILURE', 'authentication_unavailable'],
    ['5555', 'FAILURE', 'authentication_rejected'],
  ])('by code %s ends the payment with %s', async (code, status, failure) => {
    const { press, record, TermUrl } = await start();
    const { text } = await press('code', code);
    expect(text).toContain(`action="${TermUrl}?locale=en"`);
    expect(text).toContain('document.forms[0].submit();');
    expect(await record()).toMatchObject({ status });
    expect(reason(await record())).toBe(failure);
  });

  test.each([
    ['Y', 'SUCCESS', undefined],
    ['A', 'SUCCESS', undefined],
    ['N', 'FAILURE', 'authentication_failed'],
    ['U', 'FAILURE', 'authentication_unavailable'],
    ['R', 'FAILURE', 'authentication_rejected'],
    ['cancel', 'FAILURE', 'cancelled_by_cardholder'],
    ['twice', 'SUCCESS', undefined],
  ])('by button %s ends it with %s', async (action, status, failure) => {
    const { press, record } = await start();
    await press(action);
    expect(await record()).toMatchObject({ status });
    expect(reason(await record())).toBe(failure);
    expect(told).toHaveLength(action === 'twice' ? 2 : 1);
  });

  test('may be wrong twice', async () => {
    const { press, record } = await start();
    const first = await press('code', '0000');
    expect(first.text).toContain('role="alert">That code isn’t right. You have 2 tries left.');
    expect((await press('code', '')).text).toContain('You have one try left.');
    expect((await record()).status).toBe('PENDING');
    expect((await press('code', '1234 ')).text).toContain('Thank you');
    expect((await record()).status).toBe('SUCCESS');
    const wrong = await start();
    for (const code of ['1', '2', '3']) await wrong.press('code', code);
    expect(reason(await wrong.record())).toBe('authentication_failed');
  });

  test('S34: that comes late is kept once, however often it is sent', async () => {
    const { press, id } = await start();
    await Promise.all(Array.from({ length: 8 }, () => press('slow')));
    const kept = and(eq(timers.operationId, operations.id), eq(timers.kind, 'answer-challenge'));
    const rows = await shop.context.db
      .select({ id: timers.id })
      .from(timers)
      .innerJoin(operations, kept)
      .where(eq(operations.transactionId, id));
    expect(rows).toHaveLength(1);
  });

  test('counts wrong codes that come at once', async () => {
    const { press, record } = await start();
    await Promise.all(Array.from({ length: 5 }, () => press('code', '0000')));
    expect(reason(await record())).toBe('authentication_failed');
  });

  test('pressed again changes nothing and shows the same end', async () => {
    const { press, record } = await start();
    const [one, other] = await Promise.all([press('code', '1234'), press('cancel')]);
    expect(heading(one.text)).toBe('Thank you');
    expect(heading(other.text)).toBe('Thank you');
    const { status } = await record();
    await press('N');
    expect((await record()).status).toBe(status);
  });

  test('without a button asks again and cancels nothing', async () => {
    const { post, PaReq, record } = await start();
    const answer = await post('/acs/answer', { PaReq });
    expect(await answer.text()).toContain('Enter the code');
    expect((await record()).status).toBe('PENDING');
  });

  test('after the end says so', async () => {
    const { press, id } = await start();
    await shop.answer({ method: 'VOID', transactionID: id });
    expect(heading((await press('code', '1234')).text)).toBe('This payment has ended');
  });

  test('waits where the service cannot be reached, and may be given again', async () => {
    const { press, record } = await start();
    line = 'down';
    const { text } = await press('code', '1234');
    expect(heading(text)).toBe('We can’t reach the shop');
    expect(text).toContain('name="action" value="Y"');
    line = 'up';
    await press('Y');
    expect((await record()).status).toBe('SUCCESS');
  });

  test('may take half a minute', async () => {
    const { press, record, post, PaReq } = await start();
    expect(heading((await press('slow')).text)).toBe('One moment');
    const progress = async () => JSON.parse(await (await post('/acs/progress', { PaReq })).text());
    expect(await progress()).toEqual({ isOver: false });
    shop.advance(30);
    await sweep(shop.context);
    expect(await progress()).toEqual({ isOver: true });
    expect((await record()).status).toBe('SUCCESS');
  });

  test('may never come', async () => {
    const { press, record } = await start();
    expect((await press('nothing')).text).toContain('Your bank isn’t responding');
    shop.advance(15 * 60);
    expect(reason(await record())).toBe('timeout');
  });

  test('may be given in the app, in another tab', async () => {
    for (const [action, status] of [
      ['Y', 'SUCCESS'],
      ['N', 'FAILURE'],
    ] as const) {
      const { press, post, record } = await start();
      const { text } = await press('app');
      const url = /href="([^"]+)" target="_blank"/.exec(text)?.[1] ?? '';
      expect(heading(await (await issuer.request(url)).text())).toBe('Approve this payment?');
      const token = new URLSearchParams(url.split('?')[1]).get('token') ?? '';
      expect(heading(await (await post('/acs/app', { token, action })).text())).toBe('Done');
      expect((await record()).status).toBe(status);
      expect(heading(await (await issuer.request(url)).text())).toBe('Done');
    }
    expect((await issuer.request('/acs/app?token=x')).status).toBe(404);
  });
});

describe('a card', () => {
  test.each([
    ['4000000000002370', 'authentication_failed', 'Thank you'],
    ['4000000000002420', 'authentication_unavailable', 'Thank you'],
    ['4000000000002644', 'authentication_unavailable', 'Something went wrong'],
  ])('%s ends with %s whatever is typed', async (number, failure, title) => {
    for (const code of ['1234', '0000']) {
      const { press, record } = await start(number);
      expect(heading((await press('code', code)).text)).toBe(title);
      expect(reason(await record())).toBe(failure);
    }
  });

  test('4000008400009119 answers after 20 minutes, too late', async () => {
    const { press, record, MD } = await start('4000008400009119');
    expect((await press('code', '1234')).text).toContain('a little longer');
    shop.advance(21 * 60);
    await sweep(shop.context);
    expect(reason(await record())).toBe('timeout');
    const [row] = await shop.context.db.select().from(challenges).where(eq(challenges.id, MD));
    expect(row).toMatchObject({ status: 'TIMED_OUT', lateResult: 'Y' });
  });

  test('4000008400001629 passes and is declined by the issuer', async () => {
    const { press, record } = await start('4000008400001629');
    await press('code', '1234');
    expect(reason(await record())).toBe('do_not_honor');
  });
});

test('the fingerprint step goes back to the service by itself', async () => {
  const { post, MD } = await start();
  const text = await (await post('/acs/method', { MD }, { 'Sec-Fetch-Site': 'cross-site' })).text();
  expect(text).toContain('action="http://127.0.0.1:4000/3ds/method"');
});
