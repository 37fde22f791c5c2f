import { expect, test } from 'vitest';
import { sdk } from './index.ts';

test('sdk.version is the version of the package', () => {
  expect(sdk.version).toMatch(/^\d+\.\d+\.\d+$/);
});
