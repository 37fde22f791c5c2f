import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardTokenDigest } from '../../base/seals/card-token.ts';
import { cards } from '../../tables/cards.ts';
import { cardTokens } from '../../tables/payments.ts';
import { refreshTokens } from '../../tables/sessions.ts';
import { DAY_SECONDS, openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { eraseEndedCards } from './erase-ended-cards.ts';

let shop: TestShop;
const VISA = '4242424242424242';
const SALE = { method: 'SALE', amount: '5.00', currency: 'EUR', merchant_id: '1001' };

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function hasNumber(ccToken: string): Promise<boolean> {
  await eraseEndedCards(shop.context);
  const [row] = await shop.context.db
    .select({ number: cards.numberCiphertext, key: cards.wrappedKey })
    .from(cardTokens)
    .innerJoin(cards, eq(cards.id, cardTokens.cardId))
    .where(eq(cardTokens.digest, cardTokenDigest(shop.context, ccToken)));
  expect(row?.number === null).toBe(row?.key === null);
  return row?.number !== null;
}

describe('eraseEndedCards', () => {
  test("erases a user's card that was never kept a day after its token ended", async () => {
    const wallet = await shop.openWallet('user');
    const token = await wallet.token(VISA);
    shop.advance(DAY_SECONDS + 29 * 60);
    expect(await hasNumber(token)).toBe(true);
    shop.advance(60);
    expect(await hasNumber(token)).toBe(false);
  });
  test("erases a guest's card a day after the guest's refresh token ended", async () => {
    const wallet = await shop.openWallet('guest');
    const token = await wallet.token(VISA);
    shop.advance(2 * DAY_SECONDS - 1);
    expect(await hasNumber(token)).toBe(true);
    shop.advance(1);
    expect(await hasNumber(token)).toBe(false);
  });
  test('counts from the revocation of a refresh token', async () => {
    const wallet = await shop.openWallet('guest');
    const token = await wallet.token(VISA);
    await shop.context.db
      .update(refreshTokens)
      .set({ revokedAt: shop.context.clock.now() })
      .where(eq(refreshTokens.id, wallet.refreshTokenId));
    shop.advance(DAY_SECONDS + 30 * 60);
    expect(await hasNumber(token)).toBe(false);
  });
  test('keeps cards that a billing listed, and those of sandbox tokens', async () => {
    const wallet = await shop.openWallet('user');
    const ccToken = await wallet.token(VISA, 'keep-on-success');
    await shop.bill({ ...SALE, ccToken });
    const { transaction } = await shop.answer({ ...SALE, ccToken: `tok_sandbox_${VISA}` });
    expect(transaction.status).toBe('OK');
    shop.advance(400 * DAY_SECONDS);
    expect(await hasNumber(ccToken)).toBe(true);
    const again = await shop.answer({ ...SALE, ccToken: `tok_sandbox_${VISA}` });
    expect(again.transaction.status).toBe('OK');
  });
  test('leaves what payments made with the card show and allow', async () => {
    const wallet = await shop.openWallet('guest');
    const ccToken = await wallet.token(VISA);
    const { transaction } = await shop.answer({ ...SALE, ccToken });
    shop.advance(5 * DAY_SECONDS);
    expect(await hasNumber(ccToken)).toBe(false);
    const refund = { method: 'REFUND', amount: '5.00', currency: 'EUR' };
    const { pm } = await shop.answer({ ...refund, transactionID: transaction.transactionID });
    expect(pm).toMatchObject({ last_4_digits: '4242', is_single_use: 1, is_short_live: 1 });
  });
});
