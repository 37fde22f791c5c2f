import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

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
    masterKey: undefined,
    durability: 'full',
    logLevel: 'info',
    rateLimits: 'on',
    trustedProxies: 0,
  });
});

test('readConfig puts the port into the public address, unless that is given', () => {
  expect(readConfig({ SERVICE_PORT: '4100' }).baseUrl).toBe('http://127.0.0.1:4100');
  expect(readConfig({ BASE_URL: 'https://wallet.example/' }).baseUrl).toBe('https://wallet.example');
});

test.each([
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
  ['TRUSTED_PROXIES', '10'],
])('readConfig refuses %s=%s and names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`Cannot start: ${name} is '${value}'`);
});

test('readConfig takes a PostgreSQL and 32 bytes of a key', () => {
  const key = Buffer.alloc(32, 7);
  const url = 'postgresql://wallet@db.example/wallet';
  const config = readConfig({ DATABASE_URL: url, MASTER_KEY: key.toString('base64') });
  expect(config.databaseUrl).toBe(url);
  expect(config.masterKey).toEqual(key);
});

test.each([
  ['DATABASE_URL', 'mysql://canary@db.example/wallet'],
  ['DATABASE_URL', 'canary'],
  ['MASTER_KEY', Buffer.from('canary').toString('base64')],
  ['MASTER_KEY', 'canary'],
  ['INSPECTOR_TOKEN', 'canary'],
])('readConfig refuses a wrong %s without quoting it', (name, value) => {
  const refused = () => readConfig({ [name]: value });
  expect(refused).toThrow(name);
  expect(refused).not.toThrow(value);
});
