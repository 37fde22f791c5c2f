import {
  answerProvider,
  fillCard,
  type PageLike,
  type ProviderAnswer,
  passChallenge,
  payAtProvider,
  press,
  type TestCard,
  typeCard,
  typeCode,
  walletOn,
} from 'embeddable-wallet/testing';

/** Compiled, never run: what a merchant's own tests read of the published declaration. */
declare const page: PageLike;
const card: TestCard = { number: '4242 4242 4242 4242', expiry: '12/34', code: '123' };
const answer: ProviderAnswer = 'refuse';

export const valid = [
  (): Promise<void> => fillCard(page, { ...card, name: 'A Shopper' }),
  (): Promise<void> => typeCard(page, card),
  (): Promise<void> => typeCode(page, '123'),
  (): Promise<void> => press(page.locator('#pay')),
  (): Promise<void> => passChallenge(page, '3333'),
  async (): Promise<void> => answerProvider(await page.waitForEvent('popup'), answer),
  () => payAtProvider(page, () => press(page.locator('#pay')), answer),
  (): Promise<string[]> => walletOn(page).locator('output').allInnerTexts(),
  (): Promise<void> => fillCard(page.locator('#second'), card),
  (): Promise<void> => passChallenge(page.locator('#second')),
];

export const refused = [
  // @ts-expect-error a card has a security code
  () => fillCard(page, { number: card.number, expiry: card.expiry }),
  // @ts-expect-error no answer of a provider
  () => answerProvider(page, 'deny'),
];
