import { expect, test } from 'vitest';
import { unknownPath } from './request-history.ts';

test.each([
  ['/wallet/api/v1/biling', '/wallet/api/v1/biling'],
  ['/favicon.ico', '/favicon.ico'],
  ['/', '/'],
  ['/sk_sandbox_demo/ws_abc', '/…/…'],
  ['/pay/4242424242424242', '/pay/…'],
  ['/3ds/box/kQvYzTqLmNbVcXaSdFgHjK', '/3ds/box/…'],
  ['/%34%32', '/…'],
  ['/a/b/c/d/e/f/g/h/i/j/k/l', '/a/b/c/d/e/f/g/h/i/j'],
])('unknownPath of %j is %j', (path, words) => {
  expect(unknownPath(path)).toBe(words);
});
