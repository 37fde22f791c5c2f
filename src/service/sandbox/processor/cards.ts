import type { CardBrand } from '../../../contract/cards/card-brands.ts';
import type { DeclineReturnCode } from './return-codes.ts';

/** Cards that every authorising method declines. */
export const DECLINE_CARDS: Readonly<Record<string, DeclineReturnCode>> = {
  '4000000000000002': '05',
  '4000000000009995': '51',
  '4000000000009987': '41',
  '4000000000009979': '43',
  '4000000000000069': '54',
  '4000000000000127': '82',
  '4000000000000119': '96',
  '4000000000006975': '65',
  '4100000000000019': '59',
  '4000000000000341': '05',
  '4000002760003184': '1A',
};

/** Cards of two networks, which approve. The shopper chooses the network. */
export const CO_BADGED_CARDS: readonly string[] = [
  '4270200000000001',
  '5309900000000008',
  '6221260000000000',
  '6501700000000006',
];

/** Cards that approve, of every brand. */
const APPROVED_CARDS: Readonly<Record<CardBrand, readonly [string, ...string[]]>> = {
  VI: ['4111111111111111', '4242424242424242', '4012888888881881', '4000056655665556'],
  MC: ['5555555555554444', '5105105105105100', '2223003122003222', '5200828282828210'],
  AX: ['378282246310005', '371449635398431'],
  DS: ['6011111111111117', '6011000990139424'],
  DC: ['3056930009020004', '36227206271667', '38520000023237'],
  JB: ['3566002020360505', '3530111333300000'],
  CU: ['6243030000000001', '6200000000000005'],
  TO: ['6759649826438453', '6304000000000000'],
  TR: ['9792030000000000', '9792020000000001', '6501700194147183'],
};

export const SUCCESS_CARDS: readonly string[] = Object.values(APPROVED_CARDS).flat();
