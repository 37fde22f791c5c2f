import { type CardBrand, cardBrandCodes, cardBrands, coBadges, type PrefixRange } from './card-brands.ts';

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

const candidatesByPrefix = (digits: string, accepted: readonly CardBrand[]): readonly CardBrand[] => {
  const isAccepted = (brand: CardBrand) => accepted.includes(brand);
  const acceptedFirst = (brands: readonly CardBrand[]) =>
    brands.toSorted((one, other) => Number(isAccepted(other)) - Number(isAccepted(one)));
  if (digits === '') return acceptedFirst(cardBrandCodes);
  // All prefixes of a range have the same first digit.
  const candidateRanges = brandRanges.filter(({ range: [from] }) => from[0] === digits[0]);
  const matches = candidateRanges.filter(({ range }) => matchesPrefix(digits, range));
  const longest = Math.max(...matches.map(({ range: [from] }) => from.length));
  const best = matches.filter(({ range: [from] }) => from.length === longest).map(({ brand }) => brand);
  const winner = best.find(isAccepted) ?? best[0];
  // More digits could complete a longer prefix of another brand.
  const laterBrands = new Set(
    candidateRanges.filter(({ range }) => couldMatchPrefix(digits, range)).map(({ brand }) => brand),
  );
  return acceptedFirst(cardBrandCodes.filter((brand) => brand === winner || laterBrands.has(brand)));
};

const candidatesOf = (digits: string, accepted: readonly CardBrand[]): readonly CardBrand[] => {
  const candidates = candidatesByPrefix(digits, accepted);
  if (digits === '' || candidates.some((brand) => accepted.includes(brand))) return candidates;
  // The card's other network may be accepted.
  const others = coBadges.filter(({ brands }) => brands.some((brand) => accepted.includes(brand)));
  const coBadge = others.find(({ prefixes }) => prefixes.some((range) => matchesPrefix(digits, range)));
  if (coBadge) return coBadge.brands.filter((brand) => accepted.includes(brand));
  const laterCoBadges = others.filter(({ prefixes }) =>
    prefixes.some((range) => couldMatchPrefix(digits, range)),
  );
  return [
    ...candidates,
    ...laterCoBadges.flatMap(({ brands }) => brands.filter((brand) => accepted.includes(brand))),
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

/** Digits beyond these do not depend on the brand. */
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
  const foundNetworks = networksAmong(start, brand, accepted);
  // Returns the same array when nothing changed, so that components do not redraw.
  const networks = last?.networks.join() === foundNetworks.join() ? last.networks : foundNetworks;
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
 * The accepted brands of a number, the detected one first: two for a card of two networks, none before the brand is known. The
 * first six digits decide.
 */
export const networksOf = (
  digits: string,
  accepted: readonly CardBrand[] = cardBrandCodes,
): readonly CardBrand[] => detect(digits, accepted).networks;

/** The preselected one of a card's networks: the business's preferred one, else the detected one. */
export const defaultNetwork = (
  networks: readonly CardBrand[],
  preferred: readonly CardBrand[],
): CardBrand | null => preferred.find((brand) => networks.includes(brand)) ?? networks[0] ?? null;

/** The brand, from the first digit that leaves one candidate; null before that, and when there is none. */
export const brandOf = (digits: string, accepted: readonly CardBrand[] = cardBrandCodes): CardBrand | null =>
  detect(digits, accepted).brand;
