import rangesByType from 'credit-card-type/dist/lib/card-types.js';
import type { AcceptedCardName } from '../forms/settings.ts';
import type { IssuerCode } from './method-codes.ts';

/** A card brand is named by its issuer short code. Spec: Resources, Issuer short codes. */
export type CardBrand = IssuerCode;

/** First digits of a brand's numbers: from and to, of equal length, both included. */
export type PrefixRange = readonly [from: string, to: string];

export type BrandFacts = {
  /** As a shopper reads it ("American Express"): `name` of the payment method object and `CardTypeName`. */
  readonly name: string;
  /** `issuer_full` in billing answers. Chosen: the spec's issuer name in lower case ("amex", "tr"). */
  readonly issuerFull: AcceptedCardName | 'diners';
  readonly prefixes: readonly PrefixRange[];
  /** Lengths a number may have, ascending. */
  readonly lengths: readonly number[];
  /** Digits of the security code. */
  readonly codeSize: 3 | 4;
  readonly codeOptional: boolean;
  /** Whether every number ends with a Luhn check digit. */
  readonly hasCheckDigit: boolean;
  /** How the digits stand on the card: the size of each group, for so many digits. What is left is a group, too. */
  readonly groups: (length: number) => readonly number[];
};

/** The groups of most cards, and of a card of unknown brand. */
export const FOURS: readonly number[] = [4, 4, 4, 4];

const toRange = (prefix: number | readonly number[]): PrefixRange => {
  const [from, to] = Array.isArray(prefix) ? prefix : [prefix, prefix];
  return [String(from), String(to)];
};

/** Troy's ranges change with its issuers, so they come from the library. */
const troyPrefixes = rangesByType.troy?.patterns.map(toRange) ?? [];

const ranges = (list: string): readonly PrefixRange[] =>
  list.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-');
    return [from, to];
  });

/** What a brand says of itself where it is like most. */
const USUAL = { codeSize: 3, codeOptional: false, hasCheckDigit: true, groups: () => FOURS } as const;

/** All brands, in the order of the table. Rule: wallet/brands. */
export const cardBrands: Readonly<Record<CardBrand, BrandFacts>> = {
  VI: { ...USUAL, name: 'Visa', issuerFull: 'visa', prefixes: ranges('4'), lengths: [13, 16, 18, 19] },
  MC: {
    ...USUAL,
    name: 'Mastercard',
    issuerFull: 'mastercard',
    prefixes: ranges('51-55 222100-272099'),
    lengths: [16],
  },
  AX: {
    ...USUAL,
    name: 'American Express',
    issuerFull: 'amex',
    prefixes: ranges('34 37'),
    lengths: [15],
    codeSize: 4,
    groups: () => [4, 6, 5],
  },
  DC: {
    ...USUAL,
    name: 'Diners Club',
    issuerFull: 'diners',
    prefixes: ranges('300-305 3095 36 38 39'),
    lengths: [14, 16, 19],
    groups: (length) => (length <= 14 ? [4, 6, 4] : FOURS),
  },
  DS: {
    ...USUAL,
    name: 'Discover',
    issuerFull: 'discover',
    prefixes: ranges('6011 644-649 65'),
    lengths: [16, 19],
  },
  JB: {
    ...USUAL,
    name: 'JCB',
    issuerFull: 'jcb',
    prefixes: ranges('3528-3589 2131 1800'),
    lengths: [16, 17, 18, 19],
  },
  CU: {
    ...USUAL,
    name: 'UnionPay',
    issuerFull: 'unionpay',
    prefixes: ranges('62 81 622126-622925'),
    lengths: [14, 15, 16, 17, 18, 19],
    hasCheckDigit: false,
  },
  TO: {
    ...USUAL,
    name: 'Maestro',
    issuerFull: 'maestro',
    prefixes: ranges('5018 5020 5038 5893 56-58 6304 639 67 50'),
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    codeOptional: true,
  },
  TR: { ...USUAL, name: 'Troy', issuerFull: 'tr', prefixes: troyPrefixes, lengths: [16] },
};

/** Issuer codes in the order of the table. */
export const cardBrandCodes = Object.keys(cardBrands) as CardBrand[];

/** Spec: Endpoints 6, accepted-card parameter values and issuer codes. */
export const cardBrandByName: Readonly<Record<AcceptedCardName, CardBrand>> = {
  amex: 'AX',
  unionpay: 'CU',
  discover: 'DS',
  jcb: 'JB',
  mastercard: 'MC',
  maestro: 'TO',
  tr: 'TR',
  visa: 'VI',
};

type CoBadge = {
  readonly prefixes: readonly PrefixRange[];
  readonly brands: readonly [CardBrand, CardBrand];
};

/**
 * Cards of two networks, the one that the number is detected as first. Prefixes have at most six digits, so that the first
 * six tell. Chosen: the ranges UnionPay shares with Discover and gives to dual-currency cards; Troy's from 65 are Discover's too.
 */
export const coBadges: readonly CoBadge[] = [
  { prefixes: ranges('622126-622925'), brands: ['CU', 'DS'] },
  { prefixes: troyPrefixes.filter(([from]) => /^65\d{4}$/.test(from)), brands: ['TR', 'DS'] },
  { prefixes: ranges('427020'), brands: ['VI', 'CU'] },
  { prefixes: ranges('530990'), brands: ['MC', 'CU'] },
];
