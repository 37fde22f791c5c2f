import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { CardPlaintext } from '../../../contract/frame/wallet-api.ts';
import { auditIntake } from '../../tables/audit.ts';
import { cards } from '../../tables/cards.ts';
import { boundTo, seal } from '../../test-kit/test-sealing.ts';
import { DAY_SECONDS, openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { readSavedCards } from '../../vault/saved-cards/saved-cards.ts';

type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;

const shop = await openTestShop();
afterAll(shop.close);

const CARD = {
  number: '4242424242424242',
  expMonth: '03',
  expYear: '2034',
  securityCode: '987',
  holderName: 'A Shopper',
};
async function addCard(
  wallet: Wallet,
  change: Partial<CardPlaintext> = {},
  form: Record<string, string> = {},
) {
  const bound = boundTo(shop.context, wallet.walletSession, Number(form['merchant_id'] ?? 1001));
  const card = await seal(shop.context, { ...CARD, ...change, bound });
  return send(wallet, 'cards', { card, saveForLater: '0', merchant_id: '1001', ...form });
}

async function send(wallet: Wallet, path: string, form: Record<string, string>) {
  const answer = await shop.post(`/wallet/api/v1/${path}`, form, wallet.authorization);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

async function methods(wallet: Wallet) {
  const answer = await shop.get('/wallet/api/v1/methods', wallet.authorization);
  return JSON.parse(await answer.text());
}

const sale = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };
const keep = { saveForLater: '1' };

describe('cards', () => {
  test('hands over the payment method object as the spec shows it', async () => {
    const { status, body } = await addCard(await shop.openWallet('user'));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'OK',
      paymentMethod: {
        cc_token: expect.stringMatching(/^cc_[\w-]{32}$/),
        encrypted_cvv: null,
        name: 'Visa',
        type: 'card',
        fingerprint: null,
        credit_type: 'VI',
        exp_month: '03',
        exp_year4: '2034',
        last_4_digits: 4242,
        first_6_digits: 424242,
        source: 'card',
      },
      ip: '',
      seq: 0,
    });
  });

  test('gives the digits of a card ending 0002 as 2 in the object, as "0002" in pm', async () => {
    const { body } = await addCard(await shop.openWallet('user'), { number: '4000000000000002' });
    expect(body.paymentMethod.last_4_digits).toBe(2);
    const { pm } = await shop.answer({ ...sale, ccToken: body.paymentMethod.cc_token });
    expect(pm.last_4_digits).toBe('0002');
  });

  test.each([
    [{ brand: 'CU' }, ['CU', 'UnionPay', 'unionpay']],
    [{ brand: 'VI' }, ['VI', 'Visa', 'visa']],
    [{}, ['VI', 'Visa', 'visa']],
  ])('says of a card of two networks, with %o, the one that was chosen', async (form, [code, name, full]) => {
    const { body } = await addCard(
      await shop.openWallet('user'),
      { number: '4270200000000001' },
      form as never,
    );
    expect(body.paymentMethod).toMatchObject({ credit_type: code, name });
    const { pm } = await shop.answer({ ...sale, ccToken: body.paymentMethod.cc_token });
    expect([pm.issuer_short, pm.issuer_full]).toEqual([code, full]);
  });

  test('refuses a network that the number does not have', async () => {
    const wallet = await shop.openWallet('user');
    for (const [number, brand] of [
      ['4270200000000001', 'MC'],
      ['4242424242424242', 'CU'],
    ] as const) {
      const { status, body } = await addCard(wallet, { number }, { brand });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_conflict', 'brand']);
    }
  });

  test('gives a single-use token, to users and guests', async () => {
    for (const shopper of ['user', 'guest'] as const) {
      const { body } = await addCard(await shop.openWallet(shopper), {}, keep);
      const declined = { ...sale, amount: '2000.05', ccToken: body.paymentMethod.cc_token };
      expect((await shop.answer(declined)).pm).toMatchObject({ is_single_use: 1, is_short_live: 1 });
      await expect(shop.bill(declined)).rejects.toMatchObject({ code: 'token_invalid' });
    }
  });

  test.each<[string, Partial<CardPlaintext>, number, object]>([
    ['a wrong check digit', { number: '4242424242424241' }, 402, { decline_code: 'invalid_number' }],
    ['one digit repeated', { number: '0000000000000000' }, 402, { decline_code: 'invalid_number' }],
    ['a length no Visa has', { number: '42424242424242' }, 402, { decline_code: 'invalid_number' }],
    ['a number of no brand', { number: '9999999999999995' }, 402, { decline_code: 'invalid_number' }],
    ['a real number', { number: '4532015112830366' }, 403, { code: 'test_card_required' }],
    ['a month that has passed', { expMonth: '12', expYear: '2029' }, 402, { decline_code: 'expired_card' }],
    ['a year too far ahead', { expYear: '2050' }, 400, { code: 'parameter_invalid', param: 'card' }],
    ['a short code', { securityCode: '' }, 402, { decline_code: 'incorrect_cvc' }],
    ['a long code', { securityCode: '1234' }, 402, { decline_code: 'incorrect_cvc' }],
    ['a card number as the name', { holderName: '4242 4242 4242 4242' }, 400, { param: 'card' }],
    ['a card number beside the name', { holderName: 'A 5555-5555-5555-4444' }, 400, { param: 'card' }],
    ['a NUL in the name', { holderName: 'A\0B' }, 400, { param: 'card' }],
    ['half a character in the name', { holderName: '\ud800' }, 400, { param: 'card' }],
    ['a month 13', { expMonth: '13' }, 400, { code: 'parameter_invalid', param: 'card' }],
    ['letters in the number', { number: '4242x24242424242' }, 400, { param: 'card' }],
  ])('refuses %s and repeats nothing of it', async (_, change, status, error) => {
    const answer = await addCard(await shop.openWallet('user'), change);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.body.error.message).not.toMatch(/\d{3}/);
  });

  test('refuses a brand the merchant does not accept, and a foreign merchant', async () => {
    const wallet = await shop.openWallet('user');
    const amex = { number: '378282246310005', securityCode: '9876' };
    expect(await addCard(wallet, amex)).toMatchObject({ status: 200 });
    expect(await addCard(wallet, amex, { merchant_id: '1003' })).toMatchObject({
      status: 400,
      body: { error: { code: 'card_brand_not_accepted' } },
    });
    expect(await addCard(wallet, {}, { merchant_id: '4711' })).toMatchObject({
      status: 403,
      body: { error: { code: 'merchant_forbidden' } },
    });
  });

  test('takes nothing but RSA-OAEP-256 with A256GCM for its own key', async () => {
    const wallet = await shop.openWallet('user');
    const whole = { ...CARD, bound: boundTo(shop.context, wallet.walletSession) };
    const jwe = await seal(shop.context, whole);
    const [header, ...parts] = jwe.split('.');
    const damaged = [header, ...parts.slice(0, -1), 'AAAAAAAAAAAAAAAAAAAAAA'].join('.');
    const sha1 = await seal(shop.context, whole, { alg: 'RSA-OAEP', enc: 'A256GCM' });
    const cbc = await seal(shop.context, whole, { alg: 'RSA-OAEP-256', enc: 'A256CBC-HS512' });
    for (const card of [
      damaged,
      sha1,
      cbc,
      'x',
      JSON.stringify(CARD),
      await seal(shop.context, 'text'),
      await seal(shop.context, null),
      await seal(shop.context, CARD),
    ]) {
      expect(await send(wallet, 'cards', { card, saveForLater: '0', merchant_id: '1001' })).toMatchObject({
        status: 400,
        body: { error: { code: 'parameter_invalid', param: 'card' } },
      });
    }
  });

  test('keeps a card entered in MANAGE at once, the first as the default', async () => {
    const wallet = await shop.openWallet('user');
    const { status, body } = await addCard(wallet, {}, { view: 'MANAGE' });
    expect(status).toBe(200);
    expect(body.savedCard).toMatchObject({ last4: '4242', expYear: '2034', isDefault: true });
    expect((await methods(wallet)).methods).toEqual([body.savedCard]);
    const again = await addCard(wallet, { expYear: '2036' }, { view: 'MANAGE' });
    expect(again.body.savedCard).toEqual({ ...body.savedCard, expYear: '2036' });
    const { pm } = await shop.answer({ ...sale, ccToken: again.body.paymentMethod.cc_token });
    expect(pm).toMatchObject({ id: body.savedCard.id, is_single_use: 0, is_default: 1 });
  });

  test('keeps nothing of a guest in MANAGE', async () => {
    const answer = await addCard(await shop.openWallet('guest'), {}, { view: 'MANAGE' });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_conflict', param: 'view' } },
    });
  });

  test('wants an access token', async () => {
    const answer = await shop.post('/wallet/api/v1/cards', {}, {});
    expect(answer.status).toBe(401);
  });
});

describe('methods', () => {
  test('lists a card once a billing with it succeeded, AUTH included, and lets its token live on', async () => {
    const wallet = await shop.openWallet('user');
    const { body } = await addCard(wallet, {}, keep);
    const ccToken = body.paymentMethod.cc_token;
    expect(await methods(wallet)).toEqual({ status: 'OK', methods: [] });
    const { pm } = await shop.answer({ ...sale, method: 'AUTH', ccToken });
    expect(pm).toMatchObject({ is_single_use: 0, is_short_live: 0, is_default: 1 });
    expect(await methods(wallet)).toEqual({
      status: 'OK',
      methods: [
        {
          id: pm.id,
          brand: 'VI',
          last4: '4242',
          expMonth: '03',
          expYear: '2034',
          isDefault: true,
          isExpired: false,
        },
      ],
    });
    shop.advance(DAY_SECONDS / 24);
    expect((await shop.answer({ ...sale, ccToken })).transaction.status).toBe('OK');
  });

  test('lists no card after a decline, none that was not to be kept, and none of a guest', async () => {
    const wallet = await shop.openWallet('user');
    const declined = await addCard(wallet, { number: '4000000000009995' }, keep);
    await shop.answer({ ...sale, ccToken: declined.body.paymentMethod.cc_token });
    const unsaved = await addCard(wallet);
    await shop.answer({ ...sale, ccToken: unsaved.body.paymentMethod.cc_token });
    expect((await methods(wallet)).methods).toEqual([]);
    const guest = await shop.openWallet('guest');
    const guestCard = await addCard(guest, {}, keep);
    await shop.answer({ ...sale, ccToken: guestCard.body.paymentMethod.cc_token });
    expect((await methods(guest)).methods).toEqual([]);
  });

  test('lists the same card once, with its newer expiry', async () => {
    const wallet = await shop.openWallet('user');
    const entries = [await addCard(wallet, {}, keep), await addCard(wallet, { expYear: '2037' }, keep)];
    const tokens = entries.map(({ body }) => body.paymentMethod.cc_token);
    const answers = await Promise.all(tokens.map((ccToken) => shop.answer({ ...sale, ccToken })));
    const { methods: listed } = await methods(wallet);
    expect(listed).toHaveLength(1);
    expect(listed[0].expYear).toBe('2037');
    expect(answers.map(({ pm }) => pm.id)).toEqual([listed[0].id, listed[0].id]);
    const bills = () => Promise.allSettled(tokens.map((ccToken) => shop.answer({ ...sale, ccToken })));
    for (const billed of await bills()) expect(billed).toMatchObject({ status: 'fulfilled' });
    const change = (name: string) => send(wallet, `methods/${listed[0].id}/${name}`, {});
    await change('remove');
    for (const billed of await bills()) expect(billed).toMatchObject({ reason: { code: 'token_invalid' } });
    expect((await change('restore')).body.methods).toEqual(listed);
    for (const billed of await bills()) expect(billed).toMatchObject({ status: 'fulfilled' });
  });

  test('puts the default first, then the newest, expired last', async () => {
    const wallet = await shop.openWallet('user');
    const entered = [
      ['4242424242424242', '2034'],
      ['4111111111111111', '2030'],
      ['4012888888881881', '2034'],
      ['5555555555554444', '2034'],
    ] as const;
    for (const [number, expYear] of entered) {
      const { body } = await addCard(wallet, { number, expYear }, keep);
      await shop.answer({ ...sale, ccToken: body.paymentMethod.cc_token });
      shop.advance(1);
    }
    shop.advance(120 * DAY_SECONDS);
    const later = await shop.openWallet('user');
    expect((await methods(later)).methods).toEqual([]);
    const caller = {
      accountId: shop.accountId,
      isGuest: false,
      walletSessionId: later.walletSession,
      view: null,
      merchantId: null,
    };
    const listed = await readSavedCards(shop.context, { ...caller, userId: wallet.userId });
    expect(listed.map(({ last4 }) => last4)).toEqual(['4242', '4444', '1881', '1111']);
    expect(listed.map(({ isExpired }) => isExpired)).toEqual([false, false, false, true]);
  });
});

describe('aliases', () => {
  async function withSavedCard(expYear = '2034') {
    const wallet = await shop.openWallet('user');
    const { body } = await addCard(wallet, { expYear }, keep);
    const { pm } = await shop.answer({ ...sale, ccToken: body.paymentMethod.cc_token });
    return { wallet, method: String(pm.id), first: body.paymentMethod };
  }

  test('hands over a fresh token for a saved card, which lasts', async () => {
    const { wallet, method, first } = await withSavedCard();
    const { status, body } = await send(wallet, 'aliases', { method, merchant_id: '1001' });
    expect(status).toBe(200);
    const { cc_token: ccToken, ...shown } = body.paymentMethod;
    expect({ ...shown, cc_token: first.cc_token }).toEqual(first);
    expect(ccToken).not.toBe(first.cc_token);
    const { pm } = await shop.answer({ ...sale, ccToken });
    expect(pm).toMatchObject({ id: Number(method), is_single_use: 0, is_short_live: 0 });
    expect((await shop.answer({ ...sale, ccToken })).transaction.status).toBe('OK');
  });

  test("finds no card of another user, no card that is not kept, no other account's", async () => {
    const { method } = await withSavedCard();
    const other = await shop.openWallet('user');
    const form = { method, merchant_id: '1001' };
    const notFound = { status: 404, body: { error: { code: 'not_found', param: 'method' } } };
    expect(await send(other, 'aliases', form)).toMatchObject(notFound);
    const unsaved = (await addCard(other)).body.paymentMethod.cc_token;
    const { pm } = await shop.answer({ ...sale, ccToken: unsaved });
    expect(await send(other, 'aliases', { ...form, method: String(pm.id) })).toMatchObject(notFound);
  });

  test('refuses a brand the merchant does not accept, and a card that has expired', async () => {
    const wallet = await shop.openWallet('user');
    const { body } = await addCard(wallet, { number: '378282246310005', securityCode: '9876' }, keep);
    const { pm } = await shop.answer({ ...sale, ccToken: body.paymentMethod.cc_token });
    const form = { method: String(pm.id), merchant_id: '1003' };
    expect(await send(wallet, 'aliases', form)).toMatchObject({
      status: 400,
      body: { error: { code: 'card_brand_not_accepted' } },
    });
    const { wallet: owner, method } = await withSavedCard('2031');
    await shop.context.db.update(cards).set({ expYear: 2029 });
    expect(await send(owner, 'aliases', { method, merchant_id: '1001' })).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', decline_code: 'expired_card' } },
    });
  });
});

test('an entered card is in the audit log, without its number, code, holder or token', async () => {
  const { body } = await addCard(await shop.openWallet('user'), { holderName: 'Ada Audited' });
  const acts = await shop.context.db.select().from(auditIntake).where(eq(auditIntake.act, 'card.added'));
  expect(acts.at(-1)).toMatchObject({ actor: 'wallet-session', accountId: shop.accountId });
  const told = JSON.stringify(acts);
  const secrets = [CARD.number, '4242', CARD.securityCode, 'Ada Audited', body.paymentMethod.cc_token];
  // As a word of its own: three digits may well stand inside a random id.
  expect(secrets.filter((secret) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(told))).toEqual([]);
});
