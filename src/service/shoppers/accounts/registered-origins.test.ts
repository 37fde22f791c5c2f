import { expect, test } from 'vitest';
import { isRegisteredOrigin } from './registered-origins.ts';

const registered = ['http://localhost:*', 'https://shop.example'];

test.each([
  ['http://localhost', true],
  ['http://localhost:3000', true],
  ['https://shop.example', true],
  ['https://localhost:3000', false],
  ['http://localhost.evil.example', false],
  ['http://localhost:3000.evil.example', false],
  ['http://localhost:', false],
  ['https://shop.example:8443', false],
  ['https://shop.example.evil', false],
  ['http://shop.example', false],
  ['null', false],
  ['', false],
  ['*', false],
])('isRegisteredOrigin says of %j: %s', (origin, expected) => {
  expect(isRegisteredOrigin(registered, origin)).toBe(expected);
});
