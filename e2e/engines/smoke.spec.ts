import { expect } from '@playwright/test';
import { Key } from 'selenium-webdriver';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';
import { test } from './engine-test.ts';

const { HOME, END, ARROW_RIGHT, BACK_SPACE } = Key;
const WRONG = '4242 4242 4242 4241';
const times = (count: number, key: string) => Array.from({ length: count }, () => key);

test('a shopper types, corrects in the middle, reads what is wrong, then in German and in the dark, and pays', async ({
  shop,
}) => {
  await shop.open();
  const number = await shop.field('Card number');
  const look = () => shop.stateOf(number);
  await number.click();
  await shop.press('42424242424242');
  // The first keys may come before the wallet's script, which then takes over what they typed.
  await expect.poll(look).toMatchObject({ value: '4242 4242 4242 42', caret: 17, error: '' });

  await shop.press(HOME, ...times(6, ARROW_RIGHT), '9');
  expect(await look()).toMatchObject({ value: '4242 4924 2424 242', caret: 7 });
  await shop.press(BACK_SPACE, BACK_SPACE);
  expect(await look()).toMatchObject({ value: '4242 2424 2424 2', caret: 5 });
  await shop.press(BACK_SPACE);
  expect(await look()).toMatchObject({ value: '4242 4242 4242', caret: 3 });
  await shop.press(END, '4241');

  await shop.type({ name: GOOD_CARD.name, expiry: '1220', code: '1' });
  await shop.click('Pay');
  const expiry = await shop.field('Expiry date');
  const code = await shop.field('Security code');
  await expect.poll(async () => (await shop.stateOf(code)).error).toMatch(/^The code has 3 digits/);
  expect(await shop.stateOf(expiry)).toMatchObject({
    value: '12 / 20',
    error: expect.stringMatching(/^This card has expired/),
  });
  // The focus follows the messages.
  await expect.poll(look).toMatchObject({
    value: WRONG,
    focused: true,
    error: expect.stringMatching(/^Check the digits/),
  });

  await shop.press(HOME, ...times(3, ARROW_RIGHT));
  await shop.onPage(`await sdk.wallet.setLocale('de')`);
  await shop.field('Kartennummer');
  await expect.poll(async () => (await shop.stateOf(expiry)).error).toMatch(/^Diese Karte ist abgelaufen/);
  expect(await look()).toMatchObject({
    value: WRONG,
    caret: 3,
    focused: true,
    error: expect.stringMatching(/^Vergleichen Sie/),
  });
  await shop.onPage(`await sdk.wallet.setAppearance({ theme: 'dark' })`);
  expect(await shop.walletStyle('colorScheme')).toBe('dark');
  expect(await look()).toMatchObject({ value: WRONG, caret: 3, focused: true });

  await shop.press(END, BACK_SPACE, '2');
  await expect.poll(look).toMatchObject({ value: GOOD_CARD.number, error: '' });
  await shop.rewrite(expiry, GOOD_CARD.expiry);
  await shop.rewrite(code, GOOD_CARD.code);
  await shop.click('Pay');
  await shop.see('Order paid');
});

test('a shopper answers the bank in the box, and has the card among the saved ones', async ({ shop }) => {
  await shop.openWith({ basket: 'tasting', mode: 'SALE_3DS' });
  await shop.type(GOOD_CARD);
  await shop.tick('Save card for later');
  await shop.click('Pay');
  await shop.answerBank('1234');
  await shop.see('Order paid');
  await shop.open('/cards');
  await shop.seeInWallet('Remove Visa ending 4242');
});

test('a shopper adds a card and removes it', async ({ shop }) => {
  await shop.open('/cards');
  await shop.clickInWallet('Add card');
  await shop.type({ ...GOOD_CARD, number: '5555 5555 5555 4444' });
  await shop.clickInWallet('Save card');
  await shop.clickInWallet('Remove Mastercard ending 4444');
  await shop.clickInWallet('Remove card');
  await shop.seeInWallet('Undo removing Mastercard ending 4444');
});
