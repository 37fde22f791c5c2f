import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { payerResponse, signResult } from '../../payments/threeds/issuer-messages.ts';
import { challenges } from '../../tables/challenges.ts';
import { timers } from '../../tables/timers.ts';
import { refusal } from '../../test-kit/test-client.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';

const shop = await openTestShop();
afterAll(shop.close);

const SHOPS = 'http://localhost:* http://127.0.0.1:*';
const NAVIGATION = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' };

async function start() {
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token('4242424242424242');
  const form = { method: 'SALE_3DS', amount: '10', currency: 'GBP', merchantRef: 'demo', ccToken };
  const { transaction } = await shop.answer(form);
  const box = '3ds_confirmation_box_url' in transaction ? transaction['3ds_confirmation_box_url'] : undefined;
  if (box === undefined) throw new Error('no challenge');
  const id = transaction.transactionID;
  const { challenge } = await shop.found(id);
  return { wallet, id, box: new URL(box).pathname, md: challenge?.id ?? '' };
}
const row = async (md: string) => {
  const [found] = await shop.context.db.select().from(challenges).where(eq(challenges.id, md));
  return found;
};
const html = async (path: string) => {
  const answer = await shop.get(path, {});
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

describe('box', () => {
  test('shows whom, how much and which card, and posts to the issuer', async () => {
    const { box, md } = await start();
    const { status, text } = await html(box);
    expect(status).toBe(200);
    expect(text).toContain('<bdi>Morrow Coffee</bdi>');
    expect(text).toContain('£10.00');
    expect(text).toContain('Card ending 4242');
    expect(text).toContain('action="http://localhost:4001/acs"');
    expect(text).toContain(`<input type="hidden" name="MD" value="${md}">`);
    expect(text).toContain('name="TermUrl" value="http://127.0.0.1:4000/3ds/term"');
    expect(text).toContain(
      'sandbox="allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols"',
    );
    expect(text).toContain('allow="payment *; publickey-credentials-get *; publickey-credentials-create *"');
    expect(text).not.toContain('424242');
  });

  test('has the headers that keep it to registered shops and out of every store', async () => {
    const { headers } = await html((await start()).box);
    expect(headers.get('Content-Security-Policy')).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src http://localhost:4001 'self'",
        'form-action http://localhost:4001',
        `frame-ancestors 'self' ${SHOPS}`,
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        'report-uri http://127.0.0.1:4000/policy-reports',
        'report-to policy',
      ].join('; '),
    );
    expect(headers.get('Referrer-Policy')).toBe('strict-origin');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  });

  test('gives ten minutes from its first opening, challenge and timer alike, and tells the session', async () => {
    const { wallet, id, box, md } = await start();
    shop.advance(60);
    await html(box);
    const opened = shop.context.clock.now();
    shop.advance(30);
    await html(box);
    const due = new Date(opened.getTime() + 600_000);
    expect(await row(md)).toMatchObject({ openedAt: opened, expiresAt: due });
    const [timer] = await shop.context.db
      .select()
      .from(timers)
      .where(eq(timers.operationId, (await row(md))?.operationId ?? ''));
    expect(timer?.dueAt).toEqual(due);
    const answer = await shop.get('/wallet/api/v1/events?after=0', wallet.authorization);
    expect(JSON.parse(await answer.text()).events).toMatchObject([
      { type: '3ds_required', expires_in_ms: 570_000 },
      { type: '3ds_opened', expires_in_ms: 570_000 },
    ]);
    shop.advance(569);
    expect((await shop.record(id)).status).toBe('PENDING');
    shop.advance(1);
    expect((await shop.record(id)).status).toBe('FAILURE');
  });

  test('opened late ends with the billing call’s fifteen minutes', async () => {
    const { box, md } = await start();
    const before = (await row(md))?.expiresAt;
    shop.advance(14 * 60);
    await html(box);
    expect((await row(md))?.expiresAt).toEqual(before);
  });

  test('shows nothing of a challenge that is over, not even to whom it belonged', async () => {
    const { box, md } = await start();
    await completeChallenge(shop.context, { challengeId: md, result: 'Y' });
    const { status, text, headers } = await html(box);
    expect(status).toBe(410);
    for (const said of ['Morrow Coffee', '10.00', '4242', md]) expect(text).not.toContain(said);
    expect(headers.get('Content-Security-Policy')).toContain(`frame-ancestors 'self' ${SHOPS}`);
    const overdue = await start();
    shop.advance(15 * 60);
    expect((await html(overdue.box)).status).toBe(410);
  });

  test('speaks the language of its address, else what the browser asks for, else English', async () => {
    const { box } = await start();
    const german = await html(`${box}?locale=de-AT`);
    expect(german.text).toContain('<html lang="de" dir="ltr">');
    expect(german.text).toContain('10,00 £');
    const asked = await shop.get(box, { 'Accept-Language': 'xx, ar-EG;q=0.8, en;q=0.1' });
    expect(await asked.text()).toContain('<html lang="ar" dir="rtl">');
    for (const unknown of ['?locale=xx', `?locale=${'x'.repeat(300)}`, '?locale=%00']) {
      expect((await html(box + unknown)).text).toContain('<html lang="en" dir="ltr">');
    }
    const unknownBox = await shop.get(`/3ds/box/${'A'.repeat(43)}?locale=he`, {});
    expect(await unknownBox.text()).toContain('<html lang="he" dir="rtl">');
  });

  test('is nothing at an address that nobody was given', async () => {
    const { status, headers } = await html(`/3ds/box/${'A'.repeat(43)}`);
    expect(status).toBe(404);
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  });

  test('loads its script and style from the service', async () => {
    for (const [name, type] of [
      ['box.js', 'text/javascript; charset=utf-8'],
      ['box.css', 'text/css; charset=utf-8'],
    ]) {
      expect((await html(`/3ds/assets/${name}`)).headers.get('Content-Type')).toBe(type);
    }
    expect((await html('/3ds/assets/other.js')).status).toBe(404);
  });
});

describe('term', () => {
  const post = (form: Record<string, string>, headers = {}) => shop.post('/3ds/term', form, headers);

  test('thanks for what the issuer signed, any number of times, and takes no result from it', async () => {
    const { id, md } = await start();
    const PaRes = payerResponse(shop.context, { md, ended: 'PASSED' });
    for (const _again of [1, 2]) {
      const answer = await post({ MD: md, PaRes }, NAVIGATION);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Thank you');
      expect(answer.headers.get('Content-Security-Policy')).toContain(`frame-ancestors 'self' ${SHOPS}`);
      expect(answer.headers.get('Location')).toBeNull();
    }
    expect((await shop.record(id)).status).toBe('PENDING');
  });

  test('refuses responses that are forged, changed, of another challenge or of another kind', async () => {
    const [one, other] = [await start(), await start()];
    const PaRes = payerResponse(shop.context, { md: one.md, ended: 'PASSED' });
    const text = Buffer.from(PaRes, 'base64url').toString();
    const encoded = (changed: string) => Buffer.from(changed).toString('base64url');
    const forged = [
      { MD: other.md, PaRes },
      { MD: one.md, PaRes: encoded(text.replace('PASSED', 'FAILED')) },
      { MD: one.md, PaRes: encoded(text.replace(/"mac":"[^"]+"/, '"mac":""')) },
      { MD: one.md, PaRes: encoded(JSON.stringify({ md: one.md, ended: 'PASSED' })) },
      { MD: one.md, PaRes: signResult(shop.context, { md: one.md, result: 'Y' }) },
      { MD: one.md, PaRes: 'nonsense' },
    ];
    for (const form of forged) expect((await post(form, NAVIGATION)).status).toBe(400);
    for (const { id } of [one, other]) expect((await shop.record(id)).status).toBe('PENDING');
  });

  test('is for browsers that go there, not for scripts', async () => {
    const form = { MD: 'x', PaRes: 'x' };
    expect(await refusal(post(form, { 'Sec-Fetch-Mode': 'no-cors' }))).toEqual([403, 'origin_not_allowed']);
    expect(await refusal(shop.post('/3ds/method', { MD: 'x' }, { 'Sec-Fetch-Mode': 'cors' }))).toEqual([
      403,
      'origin_not_allowed',
    ]);
  });
});

describe('results', () => {
  const tell = (result: string) => shop.post('/3ds/results', { result }, {});

  test('end the challenge, once', async () => {
    const { id, md } = await start();
    for (const result of ['Y', 'N'] as const) {
      const answer = await tell(signResult(shop.context, { md, result }));
      expect(JSON.parse(await answer.text())).toEqual({ status: 'OK', ended: 'PASSED' });
    }
    expect((await shop.record(id)).status).toBe('SUCCESS');
    expect(await row(md)).toMatchObject({ lateResult: 'N' });
  });

  test('are believed of the issuer alone', async () => {
    const { id, md } = await start();
    const stranger = payerResponse(shop.context, { md, ended: 'Y' });
    const unsigned = Buffer.from(JSON.stringify({ md, result: 'Y' })).toString('base64url');
    for (const text of [stranger, unsigned]) {
      expect(await refusal(tell(text))).toEqual([400, 'parameter_invalid', 'result']);
    }
    const nobody = signResult(shop.context, { md: 'nobody', result: 'Y' });
    expect(await refusal(tell(nobody))).toEqual([404, 'not_found']);
    expect((await shop.record(id)).status).toBe('PENDING');
  });
});
