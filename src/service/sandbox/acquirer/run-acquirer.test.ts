import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runAcquirer } from './run-acquirer.ts';

const folder = mkdtempSync(join(tmpdir(), 'acquirer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = { ACQUIRER_PORT: '0', ACQUIRER_DIR: folder };
const secrets = { ACQUIRER_API_KEY: 'own-key', ACQUIRER_SECRET: 'own-secret' };

async function statusOf(port: number, key: string): Promise<number> {
  const headers = { 'x-api-key': key };
  return (await fetch(`http://127.0.0.1:${port}/v1/faults`, { headers })).status;
}

it('takes the secrets of the documentation on this machine alone', async () => {
  const own = await runAcquirer(environment);
  expect(await statusOf(own.port, 'acquirer-sandbox-key')).toBe(200);
  await own.stop();
  for (const half of [{}, { ACQUIRER_API_KEY: 'own-key' }, { ...secrets, ACQUIRER_SECRET: '' }]) {
    await expect(runAcquirer({ ...environment, ACQUIRER_HOST: '0.0.0.0', ...half })).rejects.toThrow(
      'Cannot listen at 0.0.0.0: ACQUIRER_API_KEY and ACQUIRER_SECRET are not both set',
    );
  }
  const open = await runAcquirer({ ...environment, ACQUIRER_HOST: '0.0.0.0', ...secrets });
  expect(await statusOf(open.port, 'acquirer-sandbox-key')).toBe(401);
  expect(await statusOf(open.port, 'own-key')).toBe(200);
  await open.stop();
});
