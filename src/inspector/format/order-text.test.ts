import { expect, test } from 'vitest';
import { orderText } from './order-text.ts';

const MADE_UP = 'ord_01JZZZZZZZZZZZZZZZZZZZZZZZ';

test.each([
  ['order-1', null, 'order-1'],
  ['order-1', 'order-2', 'order-1'],
  [MADE_UP, 'order-2', 'order-2'],
  [MADE_UP, null, MADE_UP],
])('orderText of %j with %j in metadata is %j', (order_id, metadata_order_id, text) => {
  expect(orderText({ order_id, metadata_order_id })).toBe(text);
});
