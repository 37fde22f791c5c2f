import type { CardBrand } from '../../../contract/cards/card-brands.ts';
import { passesLuhn } from '../../../contract/cards/card-number.ts';
import { CO_BADGED_CARDS, DECLINE_CARDS, SUCCESS_CARDS } from './cards.ts';
import { THREE_DS_CARDS } from './three-ds-cards.ts';

/** First six digits of numbers that brands and gateways publish for tests. */
const PUBLISHED_BINS: Readonly<Record<CardBrand | 'threeDs', readonly string[]>> = {
  VI: [
    '400002 400006 400016 400018 400062 400064 400076 400102 400159 400269 400355 400551 400700 400934',
    '401200 401288 401734 403550 405903 411111 412411 413184 415150 415792 416667 419935 421765 422222',
    '424242 429318 440000 444433 446203 447505 448460 450060 454359 457100 460345 460700 464646 476662',
    '487104 491005 491183 491748 491761 497794 498749 498808 498843',
  ],
  MC: [
    '222100 222240 222241 222300 222352 510006 510029 510322 510604 511111 513633 517041 531157 540036',
    '542400 545454 550000 550472 552608 552879 555534 555544 557700 558558',
  ],
  AX: ['340000 341111 343434 370000 374245 374427 378734'],
  DC: ['300000 360066 362596 367001 380000'],
  DS: ['601160 601198 644564 650000'],
  JB: ['352800 356611 356999'],
  CU: ['620550 622298 625094 817199'],
  TO: ['500055 501800 501971 589004 589283 670344 677179 679999'],
  TR: ['650052 655590 979204 979207'],
  // three-ds-cards.ts
  threeDs: ['400000 400084 400082 520000'],
};
const publishedBins = Object.values(PUBLISHED_BINS)
  .flat()
  .flatMap((line) => line.split(' '));

const knownNumbers = new Set([
  ...SUCCESS_CARDS,
  ...Object.keys(DECLINE_CARDS),
  ...Object.keys(THREE_DS_CARDS),
]);
const bins = new Set([...publishedBins, ...Array.from(knownNumbers, (number) => number.slice(0, 6))]);
/** These whole numbers only: others that begin like them may be somebody's. */
const coBadged = new Set(CO_BADGED_CARDS);

/** Whether a number is safe to enter in the sandbox: nobody's real card. Rule: sandbox/test-numbers. */
export function isTestNumber(number: string): boolean {
  return (
    knownNumbers.has(number) || coBadged.has(number) || (passesLuhn(number) && bins.has(number.slice(0, 6)))
  );
}
