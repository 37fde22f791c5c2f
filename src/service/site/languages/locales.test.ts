import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const tagsIn = (folder: string) => readdirSync(join(import.meta.dirname, folder)).sort();

describe('locales', () => {
  test("are the wallet's, all of them", () => {
    expect(tagsIn('locales')).toEqual(tagsIn('../../../wallet/i18n/locales'));
  });
});
