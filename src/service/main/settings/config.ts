import { isIP } from 'node:net';
import { type Config, logLevels } from '../../base/config.ts';
import { readExposure } from '../../base/exposure.ts';
import { readDatabaseUrl } from './database-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws with a sentence that names the variable. */
export function readConfig(environment: Environment): Config {
  const port = readPort('SERVICE_PORT', environment['SERVICE_PORT'] ?? '4000');
  const issuerPort = readPort('ISSUER_PORT', environment['ISSUER_PORT'] ?? '4001');
  const config = {
    host: readHost(environment['SERVICE_HOST'] ?? '127.0.0.1'),
    port,
    issuerPort,
    baseUrl: readAddress('BASE_URL', environment['BASE_URL'] ?? `http://127.0.0.1:${port}`),
    issuerUrl: readAddress('ISSUER_URL', environment['ISSUER_URL'] ?? `http://localhost:${issuerPort}`),
    dataDirectory: environment['DATA_DIR'] ?? '.data',
    databaseUrl: readDatabaseUrl(environment),
    moveToDatabaseUrl: readDatabaseUrl(environment, 'MOVE_TO_DATABASE_URL'),
    migrationDatabaseUrl: readDatabaseUrl(environment, 'MIGRATION_DATABASE_URL'),
    databaseConnections: readCount('DATABASE_CONNECTIONS', environment['DATABASE_CONNECTIONS'] ?? '10'),
    acquirerUrl: readOptionalAddress('ACQUIRER_URL', environment['ACQUIRER_URL']),
    acquirerApiKey: environment['ACQUIRER_API_KEY'] || 'acquirer-sandbox-key',
    acquirerSecret: environment['ACQUIRER_SECRET'] || 'acquirer-sandbox-secret',
    acquirerQuestions: readQuestions('ACQUIRER_QUESTIONS', environment['ACQUIRER_QUESTIONS']),
    merchantQuestions: readQuestions('MERCHANT_QUESTIONS', environment['MERCHANT_QUESTIONS']),
    durability: oneOf(['full', 'fast'], { name: 'DURABILITY', value: environment['DURABILITY'] ?? 'full' }),
    ...readMasterKeys(environment),
    vaultCustodians: readCustodians(environment['VAULT_CUSTODIANS'] ?? ''),
    logLevel: oneOf(logLevels, { name: 'LOG_LEVEL', value: environment['LOG_LEVEL'] ?? 'info' }),
    openTelemetry: oneOf(['on', 'off'], {
      name: 'OPENTELEMETRY',
      value: environment['OPENTELEMETRY'] ?? 'off',
    }),
    egress: oneOf(['sandbox', 'public'], { name: 'EGRESS', value: environment['EGRESS'] ?? 'sandbox' }),
    callbackRetries: oneOf(['sandbox', 'standard', 'fast'], {
      name: 'CALLBACK_RETRIES',
      value: environment['CALLBACK_RETRIES'] ?? 'sandbox',
    }),
    callbackSlots: {
      inAll: readCount('CALLBACK_SLOTS', environment['CALLBACK_SLOTS'] ?? '50'),
      ofReceiver: readCount('RECEIVER_SLOTS', environment['RECEIVER_SLOTS'] ?? '4'),
    },
    keyRequests: readQuestions('KEY_REQUESTS', environment['KEY_REQUESTS'] ?? '200'),
    rateLimits: oneOf(['on', 'off'], { name: 'RATE_LIMITS', value: environment['RATE_LIMITS'] ?? 'on' }),
    retentionDays: readRetention(environment['RETENTION_DAYS'] ?? '30'),
    answerDays: readCount('ANSWER_DAYS', environment['ANSWER_DAYS'] ?? '30'),
    leaveSeconds: readSeconds('LEAVE_SECONDS', environment['LEAVE_SECONDS'] ?? '0'),
    trustedProxies: readProxies(environment['TRUSTED_PROXIES'] ?? '0'),
    inspectorPort: readFixedPort('INSPECTOR_PORT', environment['INSPECTOR_PORT'] ?? '4002'),
    inspectorToken: readToken(environment['INSPECTOR_TOKEN']),
    securityContact: readContact(environment['SECURITY_CONTACT']),
  };
  const exposure = readExposure(config, environment['PUBLIC_ALLOWS'] ?? '');
  return {
    ...config,
    exposure,
    migrations: readMigrations(environment['MIGRATIONS'], { ...config, exposure }),
  };
}

/** Nobody but its own process can migrate the embedded store. In production a start must not be what stops payments. */
function readMigrations(
  text: string | undefined,
  { databaseUrl, exposure }: Pick<Config, 'databaseUrl' | 'exposure'>,
): Config['migrations'] {
  const usual = databaseUrl !== undefined && exposure.isPublic ? 'wait' : 'at-start';
  const value = oneOf(['at-start', 'wait', 'refuse'], { name: 'MIGRATIONS', value: text || usual });
  if (value !== 'wait' || databaseUrl !== undefined) return value;
  throw settingRefused('MIGRATIONS', { value, expected: "'at-start' or 'refuse' for the embedded store" });
}

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/.test(text) && port <= 65_535) return port;
  throw settingRefused(name, { value: text, expected: 'a port number' });
}

/** The port must be known before the service listens: callbacks may not go there. */
function readFixedPort(name: string, text: string): number {
  const port = readPort(name, text);
  if (port > 0) return port;
  throw settingRefused(name, { value: text, expected: 'a port number above 0' });
}

function readHost(text: string): string {
  if (isIP(text) !== 0) return text;
  throw settingRefused('SERVICE_HOST', { value: text, expected: 'an IP address to listen on' });
}

function readAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username) {
    return url.origin;
  }
  throw settingRefused(name, { value: text, expected: "an address such as 'https://wallet.example'" });
}

const readOptionalAddress = (name: string, text: string | undefined) =>
  text === undefined || text === '' ? undefined : readAddress(name, text);

const MOST_QUESTIONS = 1_000;

function readQuestions(name: string, text = String(MOST_QUESTIONS)): number {
  const count = Number(text);
  if (/^[1-9][0-9]{0,4}$/.test(text)) return count;
  throw settingRefused(name, { value: text, expected: 'a number from 1 to 99999' });
}

function readMasterKeys(environment: Environment): Pick<Config, 'masterKeys' | 'masterKeyFile'> {
  const key = readMasterKey('MASTER_KEY', environment['MASTER_KEY']);
  const previous = readMasterKey('MASTER_KEY_PREVIOUS', environment['MASTER_KEY_PREVIOUS']);
  const file = environment['MASTER_KEY_FILE'] || undefined;
  if (key && file !== undefined)
    throw new Error('Cannot start: found MASTER_KEY and MASTER_KEY_FILE, expected one of them');
  if (previous && !key)
    throw new Error('Cannot start: found MASTER_KEY_PREVIOUS without MASTER_KEY, which is to follow it');
  return {
    masterKeys: [key, previous].filter((secret) => secret !== undefined),
    masterKeyFile: file,
  };
}

/** The error does not quote the key, which is a secret. */
function readMasterKey(name: string, text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text === '') return undefined;
  const key = Buffer.from(text, 'base64');
  if (/^[A-Za-z0-9+/]{43}=$/.test(text) && key.length === 32) return key;
  throw new Error(`Cannot start: ${name} is not 32 bytes in base64, make one with openssl rand -base64 32`);
}

/** None, or two: whoever held both keys would be one custodian. */
function readCustodians(text: string): readonly string[] {
  const ids = text.split(',').filter(Boolean);
  const areTwo = ids.length === 2 && ids[0] !== ids[1] && ids.every((id) => /^[0-9a-f]{16}$/.test(id));
  if (ids.length === 0 || areTwo) return ids;
  throw settingRefused('VAULT_CUSTODIANS', {
    value: text,
    expected: "the ids of two keys with a comma between them, as 'vault key' prints them",
  });
}

/** Requires a long token: guessing it opens the store. */
function readToken(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^[\x21-\x7e]{16,255}$/.test(text)) return text;
  throw new Error('Cannot start: INSPECTOR_TOKEN is not 16 to 255 visible ASCII characters');
}

function readContact(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(text) && URL.canParse(text)) return text;
  throw settingRefused('SECURITY_CONTACT', {
    value: text,
    expected: "an address such as 'mailto:security@shop.example'",
  });
}

function readCount(name: string, text: string): number {
  if (/^[1-9][0-9]{0,2}$/.test(text)) return Number(text);
  throw settingRefused(name, { value: text, expected: 'a number from 1 to 999' });
}

function readSeconds(name: string, text: string): number {
  if (/^[0-9]{1,3}$/.test(text)) return Number(text);
  throw settingRefused(name, { value: text, expected: 'a number of seconds from 0 to 999' });
}

/**
 * From two days on: by then a guest's tokens have ended, and the answers stored under an idempotency key. A payment whose
 * id the backend chose is never deleted.
 */
function readRetention(text: string): number {
  const days = Number(text);
  if (/^[0-9]{1,4}$/.test(text) && days >= 2 && days <= 3_650) return days;
  throw settingRefused('RETENTION_DAYS', { value: text, expected: 'a number of days from 2 to 3650' });
}

function readProxies(text: string): number {
  if (/^[0-9]$/.test(text)) return Number(text);
  throw settingRefused('TRUSTED_PROXIES', { value: text, expected: 'a number from 0 to 9' });
}

function oneOf<Value extends string>(
  values: readonly Value[],
  { name, value }: { name: string; value: string },
): Value {
  const match = values.find((each) => each === value);
  if (match !== undefined) return match;
  throw settingRefused(name, { value, expected: `one of ${values.join(', ')}` });
}

function settingRefused(name: string, { value, expected }: { value: string; expected: string }) {
  return new Error(`Cannot start: ${name} is '${value}', expected ${expected}`);
}
