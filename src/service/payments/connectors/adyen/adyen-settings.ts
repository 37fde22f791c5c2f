import type { ProcessorConfiguration } from '../../../../contract/admin/processors.ts';

/** How one company's credentials reach the vendor, in one region. */
export type AdyenSettings = {
  readonly apiKey: string;
  /** `prefix`: the company's own, from its Customer Area. */
  readonly endpoint: { readonly kind: 'test' } | { readonly kind: 'live'; readonly prefix: string };
  /** Of the webhook, in hexadecimal; the one in force and those it follows. */
  readonly hmacKeys: readonly string[];
  /** What the webhook sends by HTTP Basic; undefined: its signature is enough. */
  readonly webhookLogin: Login | undefined;
  /** Of the report user; undefined: reports are given as files. */
  readonly reportLogin: Login | undefined;
  /** Merchant accounts with several partial captures, which the vendor switches on. */
  readonly accountsWithSeveralCaptures: readonly string[];
  /** The document requires one of every payment, also of those that send nobody away. */
  readonly returnUrl: string;
  /** How long an answer may take. */
  readonly timeoutMs: number;
  /** How long a key is known. The document names no time. */
  readonly keyLifeMs: number;
};

export type Login = { readonly user: string; readonly password: string };

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The vendor lets an issuer think for long, and an answer that is waited for is never in doubt. */
const TIMEOUT_MS = 60_000;

const KEY_DAYS = 7;
const RETURN_URL = 'https://localhost/returned';

/** The settings of one merchant account, as an operator has configured it. */
export function configuredAdyen(configuration: ProcessorConfiguration): AdyenSettings {
  const { api_key: apiKey, live_prefix: prefix, merchant_account: account } = configuration;
  return {
    apiKey,
    endpoint: prefix === undefined ? { kind: 'test' } : { kind: 'live', prefix },
    hmacKeys: configuration.hmac_keys,
    webhookLogin: configuration.webhook_login,
    reportLogin: configuration.report_login,
    accountsWithSeveralCaptures: configuration.several_captures ? [account] : [],
    returnUrl: RETURN_URL,
    timeoutMs: TIMEOUT_MS,
    keyLifeMs: KEY_DAYS * DAY_MS,
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `ADYEN_…`. Throws with a sentence that names the variable, and never quotes a secret. */
export function readAdyenSettings(environment: Environment): AdyenSettings {
  const prefix = environment['ADYEN_LIVE_PREFIX'];
  if (prefix !== undefined && !/^[A-Za-z0-9-]{1,60}$/.test(prefix)) {
    throw new Error('Cannot use ADYEN_LIVE_PREFIX: found other characters than letters, digits and hyphens');
  }
  const hmacKeys = listOf(environment['ADYEN_HMAC_KEYS']);
  if (!hmacKeys.every((key) => /^(?:[0-9A-Fa-f]{2}){16,64}$/.test(key))) {
    throw new Error('Cannot use ADYEN_HMAC_KEYS: wanted hexadecimal keys, with commas between them');
  }
  return {
    apiKey: required(environment, 'ADYEN_API_KEY'),
    endpoint: prefix === undefined ? { kind: 'test' } : { kind: 'live', prefix },
    hmacKeys,
    webhookLogin: loginOf(environment, 'ADYEN_WEBHOOK'),
    reportLogin: loginOf(environment, 'ADYEN_REPORT'),
    accountsWithSeveralCaptures: listOf(environment['ADYEN_SEVERAL_CAPTURES']),
    returnUrl: environment['ADYEN_RETURN_URL'] ?? RETURN_URL,
    timeoutMs: wholeNumber(environment, 'ADYEN_TIMEOUT_MS', { least: 1_000, most: 600_000 }) ?? TIMEOUT_MS,
    keyLifeMs: (wholeNumber(environment, 'ADYEN_KEY_DAYS', { least: 1, most: 365 }) ?? KEY_DAYS) * DAY_MS,
  };
}

/** Where Checkout API 71 is, without a trailing slash. */
export function addressOf({ endpoint }: Pick<AdyenSettings, 'endpoint'>): string {
  return endpoint.kind === 'test'
    ? 'https://checkout-test.adyen.com/v71'
    : `https://${endpoint.prefix}-checkout-live.adyenpayments.com/checkout/v71`;
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`Cannot ask Adyen: ${name} is not set`);
  return value;
}

function loginOf(environment: Environment, name: string): Login | undefined {
  const user = environment[`${name}_USER`];
  if (user === undefined || user === '') return undefined;
  return { user, password: required(environment, `${name}_PASSWORD`) };
}

/** Undefined where it is not set or empty. */
function wholeNumber(
  environment: Environment,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const text = environment[name] ?? '';
  if (text === '') return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const found = text.slice(0, 20);
  throw new Error(`Cannot use ${name}: found '${found}', wanted a whole number of ${least} to ${most}`);
}

function listOf(text = ''): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
