import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../support/stack/free-port.ts';

/** The programs a person starts, each with what it prints once all is up. */
const programs = [
  ['the service', 'dist/service/main.js', '"ready"'],
  ['service and shop', 'tools/start/start.mjs', 'Ctrl-C stops'],
] as const;

for (const [who, file, done] of programs) {
  const lane = who === 'the service' ? {} : { tag: '@prove' };
  test(`S37: what starts ${who} prints no secret where others read it later`, lane, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-printed-'));
    const ports = ['SERVICE_PORT', 'ISSUER_PORT', 'INSPECTOR_PORT', 'SHOP_PORT'];
    const settings = await Promise.all(ports.map(async (name) => [name, String(await freePort())]));
    const env = { ...process.env, DATA_DIR: dataDir, ...Object.fromEntries(settings) };
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    try {
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          printed += chunk;
        });
      await expect.poll(() => printed, { timeout: 60_000 }).toContain(done);
      expect(printed).not.toMatch(/whsec_|it_sandbox_|sk_sandbox_/);
      expect(printed).toMatch(/inspector\.json|terminal/);
    } finally {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}
