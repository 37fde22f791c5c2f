import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppearanceVariables } from '../../contract/forms/appearance.ts';
import { tokensOf } from '../page-connection/publish-state.ts';

const wallet = join(import.meta.dirname, '..');
const styles = readdirSync(wallet, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(join(wallet, file), 'utf8'))
  .join('\n');

test.each(Object.keys(AppearanceVariables.members))(
  'AppearanceVariables has %s, a token with a default, which a style uses',
  (name) => {
    const [[token = ''] = []] = tokensOf({ [name]: '' });
    expect(styles).toContain(`${token}:`);
    expect(styles).toContain(`var(${token})`);
  },
);
