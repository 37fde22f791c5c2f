import { isIP } from 'node:net';
import type { RetryProfile } from './callbacks/retry-schedule.ts';
import type { EgressRules } from './egress/egress-rules.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** The service's settings; README lists what each is for. */
export type Config = {
  /** The address to listen on, and its port; 0 takes a free one. */
  readonly host: string;
  readonly port: number;
  /** Public address, without a trailing slash. */
  readonly baseUrl: string;
  /** Public address of the simulated issuer, without a trailing slash. */
  readonly issuerUrl: string;
  readonly dataDirectory: string;
  readonly durability: 'full' | 'fast';
  readonly logLevel: LogLevel;
  /** Where callbacks may go: `public` allows only TLS and public addresses. */
  readonly egress: EgressRules['profile'];
  readonly callbackRetries: RetryProfile;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a sentence that names the variable. */
export function readConfig(environment: Environment): Config {
  const port = readPort(environment['SERVICE_PORT'] ?? '4000');
  return {
    host: readHost(environment['SERVICE_HOST'] ?? '127.0.0.1'),
    port,
    baseUrl: readAddress('BASE_URL', environment['BASE_URL'] ?? `http://127.0.0.1:${port}`),
    issuerUrl: readAddress(
      'ISSUER_URL',
      environment['ISSUER_URL'] ?? `http://localhost:${environment['ISSUER_PORT'] ?? '4001'}`,
    ),
    dataDirectory: environment['DATA_DIR'] ?? '.data',
    durability: oneOf(['full', 'fast'], { name: 'DURABILITY', value: environment['DURABILITY'] ?? 'full' }),
    logLevel: oneOf(logLevels, { name: 'LOG_LEVEL', value: environment['LOG_LEVEL'] ?? 'info' }),
    egress: oneOf(['sandbox', 'public'], { name: 'EGRESS', value: environment['EGRESS'] ?? 'sandbox' }),
    callbackRetries: oneOf(['sandbox', 'standard'], {
      name: 'CALLBACK_RETRIES',
      value: environment['CALLBACK_RETRIES'] ?? 'sandbox',
    }),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/.test(text) && port <= 65_535) return port;
  throw refused('SERVICE_PORT', { value: text, wanted: 'a port number' });
}

function readHost(text: string): string {
  if (isIP(text) !== 0) return text;
  throw refused('SERVICE_HOST', { value: text, wanted: 'an IP address to listen on' });
}

function readAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username) {
    return url.origin;
  }
  throw refused(name, { value: text, wanted: "an address such as 'https://wallet.example'" });
}

function oneOf<Value extends string>(
  values: readonly Value[],
  { name, value }: { name: string; value: string },
): Value {
  const found = values.find((known) => known === value);
  if (found !== undefined) return found;
  throw refused(name, { value, wanted: `one of ${values.join(', ')}` });
}

function refused(name: string, { value, wanted }: { value: string; wanted: string }) {
  return new Error(`Cannot start: ${name} is '${value}', expected ${wanted}`);
}
