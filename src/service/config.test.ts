import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('readConfig has a default for everything', () => {
  expect(readConfig({})).toEqual({
    issuerUrl: 'http://localhost:4001',
    egress: 'sandbox',
    callbackRetries: 'sandbox',
    host: '127.0.0.1',
    port: 4000,
    baseUrl: 'http://127.0.0.1:4000',
    dataDirectory: '.data',
    durability: 'full',
    logLevel: 'info',
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
  ['SERVICE_HOST', 'localhost'],
  ['BASE_URL', 'wallet.example'],
  ['BASE_URL', 'https://wallet.example/path'],
  ['BASE_URL', 'ftp://wallet.example'],
  ['DURABILITY', 'none'],
  ['LOG_LEVEL', 'loud'],
])('readConfig refuses %s=%s and names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`Cannot start: ${name} is '${value}'`);
});
