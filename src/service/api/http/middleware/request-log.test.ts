import { expect, test } from 'vitest';
import { openTestAdmin } from '../../../test-kit/test-admin.ts';

test('requestScope logs a request at info, and what balancers ask every second at debug', async () => {
  const shop = await openTestAdmin();
  await shop.post('/wallet/api/v1/billing', {});
  await shop.get('/readyz');
  await shop.get('/healthz');
  const levels = shop
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
    .map(({ route, level }) => `${route} ${level}`);
  expect(levels).toEqual(['/wallet/api/v1/billing info', '/readyz debug', '/healthz debug']);
  await shop.close();
});
