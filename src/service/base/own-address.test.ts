import { expect, test } from 'vitest';
import { ownAddress } from './own-address.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['0.0.0.0', 'http://127.0.0.1:4000'],
  ['::', 'http://[::1]:4000'],
  ['10.0.0.7', 'http://10.0.0.7:4000'],
  ['fd00::7', 'http://[fd00::7]:4000'],
])('ownAddress of a service that listens at %s is %s', (host, address) => {
  expect(ownAddress({ host, port: 4000 })).toBe(address);
});
