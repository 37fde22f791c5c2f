import rangesByType from 'credit-card-type/dist/lib/card-types.js';
import type { AcceptedCardName } from '../forms/settings.ts';
import type { IssuerCode } from './method-codes.ts';

/** A card brand is named by its issuer short code. Spec: Resources, Issuer short codes. */
export type CardBrand = IssuerCode;

/** First digits of a brand's numbers: from and to, of equal length, both included. */
type PrefixRange = readonly [from: string, to: string];

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
};

const toRange = (prefix: number | readonly number[]): PrefixRange => {
  const [from, to] = Array.isArray(prefix) ? prefix : [prefix, prefix];
  return [String(from), String(to)];
};

/** Troy's ranges change with its issuers; the library keeps them. */
const troyPrefixes = rangesByType.troy?.patterns.map(toRange) ?? [];

const ranges = (list: string): readonly PrefixRange[] =>
  list.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-');
    return [from, to];
  });

type Extras = Partial<Pick<BrandFacts, 'codeSize' | 'codeOptional'>>;

const facts = (
  name: string,
  rest: Extras & Pick<BrandFacts, 'issuerFull' | 'prefixes' | 'lengths'>,
): BrandFacts => ({ name, codeSize: 3, codeOptional: false, ...rest });

/** All brands, in the order of the table. Rule: wallet/brands. */
export const cardBrands: Readonly<Record<CardBrand, BrandFacts>> = {
  VI: facts('Visa', { issuerFull: 'visa', prefixes: ranges('4'), lengths: [13, 16, 18, 19] }),
  MC: facts('Mastercard', {
    issuerFull: 'mastercard',
    prefixes: ranges('51-55 222100-272099'),
    lengths: [16],
  }),
  AX: facts('American Express', {
    issuerFull: 'amex',
    prefixes: ranges('34 37'),
    lengths: [15],
    codeSize: 4,
  }),
  DC: facts('Diners Club', {
    issuerFull: 'diners',
    prefixes: ranges('300-305 3095 36 38 39'),
    lengths: [14, 16, 19],
  }),
  DS: facts('Discover', { issuerFull: 'discover', prefixes: ranges('6011 644-649 65'), lengths: [16, 19] }),
  JB: facts('JCB', {
    issuerFull: 'jcb',
    prefixes: ranges('3528-3589 2131 1800'),
    lengths: [16, 17, 18, 19],
  }),
  CU: facts('UnionPay', {
    issuerFull: 'unionpay',
    prefixes: ranges('62 81 622126-622925'),
    lengths: [14, 15, 16, 17, 18, 19],
  }),
  TO: facts('Maestro', {
    issuerFull: 'maestro',
    prefixes: ranges('5018 5020 5038 5893 56-58 6304 639 67 50'),
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    codeOptional: true,
  }),
  TR: facts('Troy', { issuerFull: 'tr', prefixes: troyPrefixes, lengths: [16] }),
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
const coBadges: readonly CoBadge[] = [
  { prefixes: ranges('622126-622925'), brands: ['CU', 'DS'] },
  { prefixes: troyPrefixes.filter(([from]) => /^65\d{4}$/.test(from)), brands: ['TR', 'DS'] },
  { prefixes: ranges('427020'), brands: ['VI', 'CU'] },
  { prefixes: ranges('530990'), brands: ['MC', 'CU'] },
];

const matchesPrefix = (digits: string, [from, to]: PrefixRange): boolean => {
  const start = digits.slice(0, from.length);
  return start.length === from.length && start >= from && start <= to;
};

const couldMatchPrefix = (digits: string, [from, to]: PrefixRange): boolean =>
  from.length > digits.length &&
  digits >= from.slice(0, digits.length) &&
  digits <= to.slice(0, digits.length);

const brandRanges = cardBrandCodes.flatMap((brand) =>
  cardBrands[brand].prefixes.map((range) => ({ brand, range })),
);

const detected = (digits: string, accepted: readonly CardBrand[]): readonly CardBrand[] => {
  const isAccepted = (brand: CardBrand) => accepted.includes(brand);
  const acceptedFirst = (brands: readonly CardBrand[]) =>
    brands.toSorted((one, other) => Number(isAccepted(other)) - Number(isAccepted(one)));
  if (digits === '') return acceptedFirst(cardBrandCodes);
  // No range leaves the first digit open.
  const near = brandRanges.filter(({ range: [from] }) => from[0] === digits[0]);
  const carried = near.filter(({ range }) => matchesPrefix(digits, range));
  const longest = Math.max(...carried.map(({ range: [from] }) => from.length));
  const best = carried.filter(({ range: [from] }) => from.length === longest).map(({ brand }) => brand);
  const winner = best.find(isAccepted) ?? best[0];
  // More digits could complete a longer prefix of another brand.
  const later = new Set(
    near.filter(({ range }) => couldMatchPrefix(digits, range)).map(({ brand }) => brand),
  );
  return acceptedFirst(cardBrandCodes.filter((brand) => brand === winner || later.has(brand)));
};

const candidatesOf = (digits: string, accepted: readonly CardBrand[]): readonly CardBrand[] => {
  const candidates = detected(digits, accepted);
  if (digits === '' || candidates.some((brand) => accepted.includes(brand))) return candidates;
  // The card's other network may be accepted.
  const others = coBadges.filter(({ brands }) => brands.some((brand) => accepted.includes(brand)));
  const whole = others.find(({ prefixes }) => prefixes.some((range) => matchesPrefix(digits, range)));
  if (whole) return whole.brands.filter((brand) => accepted.includes(brand));
  const later = others.filter(({ prefixes }) => prefixes.some((range) => couldMatchPrefix(digits, range)));
  return [
    ...candidates,
    ...later.flatMap(({ brands }) => brands.filter((brand) => accepted.includes(brand))),
  ];
};

const onlyOne = (brands: readonly CardBrand[]): CardBrand | null => {
  const [only = null, ...others] = brands;
  return others.length === 0 ? only : null;
};

const networksAmong = (
  digits: string,
  brand: CardBrand | null,
  accepted: readonly CardBrand[],
): readonly CardBrand[] => {
  if (brand === null) return [];
  const shared = coBadges.find(({ prefixes }) => prefixes.some((range) => matchesPrefix(digits, range)));
  const brands = shared?.brands.includes(brand) ? shared.brands : [brand];
  return brands.filter((one) => one === brand || accepted.includes(one));
};

/** No digit behind these says anything of the brand. */
const longestPrefix = Math.max(...brandRanges.map(({ range: [from] }) => from.length));

type Detection = {
  readonly start: string;
  readonly candidates: readonly CardBrand[];
  readonly brand: CardBrand | null;
  readonly networks: readonly CardBrand[];
};

/** Caches the last result per list of accepted brands, because a form asks several times per key press. */
const detections = new WeakMap<readonly CardBrand[], Detection>();

const detect = (digits: string, accepted: readonly CardBrand[]): Detection => {
  const start = digits.slice(0, longestPrefix);
  const last = detections.get(accepted);
  if (last?.start === start) return last;
  const candidates = candidatesOf(start, accepted);
  const brand = onlyOne(candidates);
  const found = networksAmong(start, brand, accepted);
  // Returns the same array when nothing changed, so that components do not redraw.
  const networks = last?.networks.join() === found.join() ? last.networks : found;
  const detection = { start, candidates, brand, networks };
  detections.set(accepted, detection);
  return detection;
};

/**
 * Brands a number starting with these ASCII digits can still turn out to be; all of them for no digits. The longest
 * matching prefix wins; at equal length accepted brands come first, then table order. Rule: wallet/brands.
 */
export const brandCandidates = (
  digits: string,
  accepted: readonly CardBrand[] = cardBrandCodes,
): readonly CardBrand[] => detect(digits, accepted).candidates;

/**
 * The accepted brands a number belongs to, the detected one first: two for a card of two networks, none where there is no
 * brand yet. Its first six digits tell.
 */
export const networksOf = (
  digits: string,
  accepted: readonly CardBrand[] = cardBrandCodes,
): readonly CardBrand[] => detect(digits, accepted).networks;

/** Of a card's networks the one that is chosen before the shopper chooses: the business's preferred, else the detected. */
export const defaultNetwork = (
  networks: readonly CardBrand[],
  preferred: readonly CardBrand[],
): CardBrand | null => preferred.find((brand) => networks.includes(brand)) ?? networks[0] ?? null;

/** The brand, from the first digit that leaves one candidate; null before that, and when there is none. */
export const brandOf = (digits: string, accepted: readonly CardBrand[] = cardBrandCodes): CardBrand | null =>
  detect(digits, accepted).brand;
