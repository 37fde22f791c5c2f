import { expect, test } from 'vitest';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { warnAboutAnyPan } from './warn-about-any-pan.ts';

test('warnAboutAnyPan names each merchant that takes real numbers, and no other', async () => {
  const shop = await openTestShop();
  await warnAboutAnyPan(shop.context);
  expect(shop.logged()).not.toContain('allowAnyPan');
  await shop.set(1002, { allowAnyPan: true });
  await warnAboutAnyPan(shop.context);
  expect(shop.logged().match(/"merchantId":\d+.*allowAnyPan/g)).toHaveLength(1);
  expect(shop.logged()).toContain('"merchantId":1002');
  await shop.close();
});
