import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { configurationOf } from '../../test-kit/acquirers/adyen-shop.ts';
import { askBy, testCommandIo } from '../../test-kit/commands/test-command-io.ts';
import { openTestAdmin } from '../../test-kit/test-admin.ts';
import { parseCommand } from './parse-command.ts';

const admin = await openTestAdmin();
afterAll(admin.close);
const configuration = configurationOf('ShopWithOne', { api_key: 'key-of-the-company' });

/** What the command prints, or why it fails. */
const run = (line: string, input = '') =>
  parseCommand(line.split(' '))(
    testCommandIo({ ask: askBy(admin.send), readInput: async () => input }),
  ).catch((error: Error) => error.message);

test('a processor is set from the standard input or a file, a merchant is moved there, and it is removed', async () => {
  expect(await run('processors')).toContain('No processor is configured');
  const text = JSON.stringify(configuration);
  expect(await run('processors set adyen-eu --from -', text)).toBe(
    'Configured adyen-eu (test); have its notifications sent to http://127.0.0.1:4000/acquirers/adyen-eu/notifications',
  );
  const file = join(mkdtempSync(join(tmpdir(), 'processor-')), 'adyen.json');
  writeFileSync(file, text);
  expect(await run(`processors set adyen-eu --from ${file}`)).toContain('Configured adyen-eu');
  expect(await run('merchant 1003 --processor adyen-eu')).toContain("expected 'multiCapture' to be false");
  expect(await run('merchant 1003 --processor adyen-eu --multi-capture off')).toBe(
    'Merchant 1003 (second) is at adyen-eu, and captures an authorisation once',
  );
  expect(await run('processors')).toMatch(/adyen-eu +adyen +test +ShopWithOne +\d+ +1003 +http/);
  expect(JSON.parse(await run('processors --json'))).toHaveLength(1);
  expect(await run('processors remove adyen-eu')).toContain('merchant 1003 is there');
  await run('merchant 1003 --processor sandbox --multi-capture on');
  expect(await run('processors remove adyen-eu')).toBe('Removed adyen-eu');
});

test('merchant names the shop to banks, and wants something to change', async () => {
  const changed = await run('merchant 1001 --shop-name Teeladen');
  expect(changed).toContain('Merchant 1001 (demo) is at sandbox, and captures an authorisation in parts');
  expect(changed).toContain('; shoppers read "Teeladen"');
  expect(() => parseCommand(['merchant', '1001'])).toThrow(
    'expected --processor, --multi-capture or --shop-name',
  );
});

test('S92: no credential is an argument, and none is in what a command prints or fails with', async () => {
  const secret = 'key-of-the-company';
  const printed = [
    await run('processors set adyen-eu --from -', JSON.stringify({ ...configuration, hmac_keys: [secret] })),
    await run('processors set adyen-eu --from -', `{"api_key": "${secret}", oops`),
    await run('processors set adyen-eu --from -', JSON.stringify({ ...configuration, [secret]: 1 })),
    await run('processors set adyen-eu --from -', JSON.stringify(configuration)),
    await run('processors'),
    await run('processors --json'),
  ].join('\n');
  expect(printed).toContain('not as expected are hmac_keys');
  expect(printed).not.toContain(secret);
  expect(() => parseCommand(['processors', 'set', 'adyen-eu', '--api-key', secret])).toThrow('Cannot run');
  expect(() => parseCommand(['merchant', '1003', '--processor', 'a', '--multi-capture', 'maybe'])).toThrow(
    "Expected 'on' or 'off'",
  );
});
