import { isOneSite, issuerOnSite } from './issuer-site.ts';
import { isLoopback, isLoopbackIp } from './loopback.ts';

const WORDS = [
  'http',
  'private-egress',
  'no-rate-limits',
  'fast-durability',
  'fast-retries',
  'reset',
  'any-pan',
] as const;
/**
 * What is meant for a developer's own machine. `PUBLIC_ALLOWS` must name each before others may meet it. docs/run.md says what
 * each opens.
 */
export type PublicWord = (typeof WORDS)[number];

/** Whether other machines reach the service, and what is allowed even then. */
export type Exposure = { readonly isPublic: boolean; readonly allows: ReadonlySet<PublicWord> };

type Exposed = {
  readonly host: string;
  readonly baseUrl: string;
  readonly issuerUrl: string;
  readonly egress: string;
  readonly rateLimits: string;
  readonly durability: string;
  readonly callbackRetries: string;
};

/** Throws with a sentence for each setting that others may not meet, and with what to set instead. */
export function readExposure(config: Exposed, words: string): Exposure {
  const allows = new Set(words.split(',').filter(Boolean).map(readWord));
  const { host, baseUrl, issuerUrl } = config;
  const isPublic = !isLoopbackIp(host) || !isLoopback(baseUrl) || !isLoopback(issuerUrl);
  const faults = isPublic ? faultsOf(config, allows) : [];
  if (faults.length === 0) return { isPublic, allows };
  throw new Error(
    [
      'Cannot start: others can reach this service by SERVICE_HOST, BASE_URL or ISSUER_URL, and settings are for one machine alone',
      ...faults.map((fault) => `- ${fault}`),
    ].join('\n'),
  );
}

/** Whether what `word` names may happen here. */
export function isAllowed({ isPublic, allows }: Exposure, word: PublicWord): boolean {
  return !isPublic || allows.has(word);
}

function faultsOf(config: Exposed, allows: ReadonlySet<PublicWord>): string[] {
  const { baseUrl, issuerUrl, egress, rateLimits, durability, callbackRetries } = config;
  const plain = (name: string, address: string) =>
    `${name} is '${address}': expected https, or PUBLIC_ALLOWS with 'http' where cards may cross the network in clear`;
  const doors: readonly (readonly [PublicWord, boolean, string])[] = [
    ['http', isPlain(baseUrl), plain('BASE_URL', baseUrl)],
    ['http', isPlain(issuerUrl), plain('ISSUER_URL', issuerUrl)],
    ['private-egress', egress === 'sandbox', wanted('EGRESS', egress, 'public', 'private-egress')],
    ['no-rate-limits', rateLimits === 'off', wanted('RATE_LIMITS', rateLimits, 'on', 'no-rate-limits')],
    ['fast-durability', durability === 'fast', wanted('DURABILITY', durability, 'full', 'fast-durability')],
    [
      'fast-retries',
      callbackRetries === 'fast',
      wanted('CALLBACK_RETRIES', callbackRetries, 'standard', 'fast-retries'),
    ],
  ];
  const faults = doors.flatMap(([word, isOpen, fault]) => (isOpen && !allows.has(word) ? [fault] : []));
  return isOneSite(config) === 'yes' ? [...faults, issuerOnSite(config)] : faults;
}

function isPlain(address: string): boolean {
  return new URL(address).protocol === 'http:';
}

function wanted(name: string, value: string, instead: string, word: PublicWord): string {
  return `${name} is '${value}': expected '${instead}', or PUBLIC_ALLOWS with '${word}'`;
}

function readWord(text: string): PublicWord {
  const word = WORDS.find((known) => known === text);
  if (word !== undefined) return word;
  throw new Error(`Cannot start: PUBLIC_ALLOWS names '${text}', expected some of ${WORDS.join(',')}`);
}
