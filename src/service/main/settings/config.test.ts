import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** What a service that others reach has to say. */
const PUBLIC = {
  SERVICE_HOST: '0.0.0.0',
  BASE_URL: 'https://wallet.example',
  ISSUER_URL: 'https://bank.example',
  EGRESS: 'public',
};

test('readConfig has a default for everything', () => {
  expect(readConfig({})).toEqual({
    issuerUrl: 'http://localhost:4001',
    egress: 'sandbox',
    callbackRetries: 'sandbox',
    inspectorPort: 4002,
    inspectorToken: undefined,
    host: '127.0.0.1',
    port: 4000,
    issuerPort: 4001,
    baseUrl: 'http://127.0.0.1:4000',
    dataDirectory: '.data',
    databaseUrl: undefined,
    databaseConnections: 10,
    migrations: 'at-start',
    masterKeys: [],
    vaultCustodians: [],
    masterKeyFile: undefined,
    durability: 'full',
    acquirerUrl: undefined,
    acquirerApiKey: 'acquirer-sandbox-key',
    acquirerSecret: 'acquirer-sandbox-secret',
    acquirerQuestions: 1_000,
    merchantQuestions: 1_000,
    logLevel: 'info',
    rateLimits: 'on',
    callbackSlots: { inAll: 50, ofReceiver: 4 },
    keyRequests: 200,
    openTelemetry: 'off',
    retentionDays: 30,
    answerDays: 30,
    leaveSeconds: 0,
    trustedProxies: 0,
    exposure: { isPublic: false, allows: new Set() },
  });
});

test('readConfig puts the port into the public address, unless that is given', () => {
  expect(readConfig({ SERVICE_PORT: '4100' }).baseUrl).toBe('http://127.0.0.1:4100');
  expect(readConfig({ ...PUBLIC, BASE_URL: 'https://wallet.example/' }).baseUrl).toBe(
    'https://wallet.example',
  );
});

test.each([
  [{}, 'at-start'],
  [{ DATABASE_URL: 'postgresql://localhost/wallet' }, 'at-start'],
  [PUBLIC, 'at-start'],
  [{ ...PUBLIC, DATABASE_URL: 'postgresql://localhost/wallet' }, 'wait'],
  [{ ...PUBLIC, DATABASE_URL: 'postgresql://localhost/wallet', MIGRATIONS: 'refuse' }, 'refuse'],
] as const)('readConfig lets a start in production wait for its migration: %o', (environment, migrations) => {
  expect(readConfig(environment).migrations).toBe(migrations);
});

test.each([
  ['MIGRATIONS', 'never'],
  ['MIGRATIONS', 'wait'],
  ['SERVICE_PORT', 'http'],
  ['SERVICE_PORT', '70000'],
  ['SERVICE_PORT', '-1'],
  ['ISSUER_PORT', 'x'],
  ['INSPECTOR_PORT', '0'],
  ['SERVICE_HOST', 'localhost'],
  ['BASE_URL', 'wallet.example'],
  ['BASE_URL', 'https://wallet.example/path'],
  ['BASE_URL', 'ftp://wallet.example'],
  ['DATABASE_CONNECTIONS', '0'],
  ['DURABILITY', 'none'],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMITS', 'no'],
  ['CALLBACK_SLOTS', '0'],
  ['RECEIVER_SLOTS', '1000'],
  ['KEY_REQUESTS', '0'],
  ['OPENTELEMETRY', 'yes'],
  ['TRUSTED_PROXIES', '10'],
  ['RETENTION_DAYS', '1'],
  ['RETENTION_DAYS', '3651'],
  ['RETENTION_DAYS', '30d'],
])('readConfig refuses %s=%s and names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`Cannot start: ${name} is '${value}'`);
});

test('readConfig takes a PostgreSQL and 32 bytes of a key', () => {
  const key = Buffer.alloc(32, 7);
  const url = 'postgresql://wallet@db.example/wallet';
  const config = readConfig({ DATABASE_URL: url, MASTER_KEY: key.toString('base64') });
  expect(config.databaseUrl).toBe(`${url}?sslmode=verify-full`);
  expect(config.masterKeys).toEqual([key]);
});

test.each([
  ['DATABASE_URL', 'mysql://canary@db.example/wallet'],
  ['DATABASE_URL', 'canary'],
  ['MIGRATION_DATABASE_URL', 'mysql://canary@db.example/wallet'],
  ['MASTER_KEY', Buffer.from('canary').toString('base64')],
  ['MASTER_KEY', 'canary'],
  ['INSPECTOR_TOKEN', 'canary'],
])('readConfig refuses a wrong %s without quoting it', (name, value) => {
  const refused = () => readConfig({ [name]: value });
  expect(refused).toThrow(name);
  expect(refused).not.toThrow(value);
});

describe('a service that others reach', () => {
  const loopback = { SERVICE_HOST: '127.0.0.1', BASE_URL: undefined, ISSUER_URL: undefined };

  test.each([
    PUBLIC,
    { ...PUBLIC, CALLBACK_RETRIES: 'standard', RATE_LIMITS: 'on', DURABILITY: 'full' },
    { ...PUBLIC, EGRESS: 'sandbox', PUBLIC_ALLOWS: 'private-egress' },
    { ...PUBLIC, BASE_URL: 'http://wallet.example', PUBLIC_ALLOWS: 'http' },
    { ...PUBLIC, RATE_LIMITS: 'off', DURABILITY: 'fast', PUBLIC_ALLOWS: 'no-rate-limits,fast-durability' },
    { ...loopback, SERVICE_HOST: '127.0.0.2' },
    { ...loopback, SERVICE_HOST: '::1', BASE_URL: 'http://[::1]:4000' },
    { ...loopback, ISSUER_URL: 'http://bank.localhost:4001', RATE_LIMITS: 'off', DURABILITY: 'fast' },
  ])('starts with %j', (environment) => {
    expect(readConfig(environment)).toMatchObject({ egress: expect.any(String) });
  });

  test.each([
    ['EGRESS', { SERVICE_HOST: '0.0.0.0' }],
    ['BASE_URL', { SERVICE_HOST: '0.0.0.0' }],
    ['EGRESS', { SERVICE_HOST: '::' }],
    ['EGRESS', { SERVICE_HOST: '192.0.2.7' }],
    ['EGRESS', { SERVICE_HOST: '::ffff:127.0.0.1' }],
    ['EGRESS', { BASE_URL: 'https://wallet.example' }],
    ['ISSUER_URL', { BASE_URL: 'https://wallet.example', EGRESS: 'public' }],
    ['EGRESS', { BASE_URL: 'https://localhost.example' }],
    ['EGRESS', { ISSUER_URL: 'https://bank.example' }],
    ['EGRESS', { ...PUBLIC, EGRESS: undefined }],
    ['EGRESS', { ...PUBLIC, EGRESS: 'sandbox' }],
    ['BASE_URL', { ...PUBLIC, BASE_URL: 'http://wallet.example' }],
    ['ISSUER_URL', { ...PUBLIC, ISSUER_URL: 'http://bank.example' }],
    ['RATE_LIMITS', { ...PUBLIC, RATE_LIMITS: 'off' }],
    ['DURABILITY', { ...PUBLIC, DURABILITY: 'fast' }],
    ['CALLBACK_RETRIES', { ...PUBLIC, CALLBACK_RETRIES: 'fast' }],
    ['EGRESS', { ...PUBLIC, EGRESS: 'sandbox', PUBLIC_ALLOWS: 'http,reset' }],
    ['PUBLIC_ALLOWS', { ...PUBLIC, PUBLIC_ALLOWS: 'everything' }],
  ])('S37: does not start for what %s is in %j', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`^Cannot start: [^]*${name} .*expected`));
  });
});

const HERE = ['localhost', '127.0.0.1', '[::1]', '', '%2Ftmp%2Fsocket'];

test.each(HERE)('readConfig takes a PostgreSQL of this machine at "%s" as it is', (host) => {
  const url = `postgresql://${host === '' ? '' : `wallet@${host}`}/wallet`;
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

describe('S51: to a PostgreSQL of another machine', () => {
  const sslmodeOf = (query: string, environment = {}) => {
    const url = `postgresql://wallet:canary@db.example/wallet${query}`;
    const { databaseUrl } = readConfig({ ...environment, DATABASE_URL: url });
    return new URL(databaseUrl ?? '').searchParams.getAll('sslmode');
  };

  test.each(['', '?sslmode=require', '?sslmode=disable&sslmode=verify-ca', '?ssl=0', '?host=10.0.0.7'])(
    'nothing goes without a verified certificate by "%s"',
    (query) => {
      expect(sslmodeOf(query)).toEqual(['verify-full']);
    },
  );

  test('an explicit word leaves TLS out', () => {
    expect(sslmodeOf('?sslmode=disable')).toEqual(['disable']);
  });

  test.each([
    '?sslmode=no-verify',
    '?sslmode=prefer',
    '?sslmode=allow',
    '?sslmode=require&uselibpqcompat=true',
  ])('it does not start with "%s", and says what to set', (query) => {
    const refused = () => sslmodeOf(query);
    expect(refused).toThrow('expected sslmode=verify-full');
    expect(refused).toThrow('sslmode=disable');
    expect(refused).not.toThrow('canary');
  });

  test('a host that stands elsewhere than in the address counts', () => {
    const [byParameter, byEnvironment] = [
      { DATABASE_URL: 'postgresql://localhost/wallet?host=10.0.0.7' },
      { DATABASE_URL: 'postgresql:///wallet', PGHOST: '10.0.0.7' },
    ];
    for (const environment of [byParameter, byEnvironment]) {
      expect(readConfig(environment).databaseUrl).toContain('sslmode=verify-full');
    }
  });
});

test('readConfig takes no custodian of the vault, or two', () => {
  const [one, other] = ['0123456789abcdef', 'fedcba9876543210'];
  const read = (text: string) => readConfig({ VAULT_CUSTODIANS: text }).vaultCustodians;
  expect(read('')).toEqual([]);
  expect(read(`${one},${other}`)).toEqual([one, other]);
  for (const text of [one, `${one},${one}`, `${one},${other},${one}`, `${one},x`, `${one} ${other}`])
    expect(() => read(text)).toThrow("VAULT_CUSTODIANS is '");
});
