import fs from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPgliteDirectory } from '../../../store/embedded/pglite.ts';
import { unpackTemplate } from '../../../store/embedded/template.ts';
import type { Durability, Engine } from '../../../store/engine.ts';
import { testTemplate } from '../test-database.ts';

const fsyncSync = fs.fsyncSync;
let syncs: number;
let directory: string;
let engine: Engine | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pglite-'));
  fs.fsyncSync = (handle) => {
    syncs += 1;
    fsyncSync(handle);
  };
  syncBuiltinESMExports();
});
afterEach(async () => {
  fs.fsyncSync = fsyncSync;
  syncBuiltinESMExports();
  await engine?.close();
  await rm(directory, { recursive: true });
});

async function unpacked(durability: Durability) {
  const options = { directory: join(directory, 'pgdata'), durability, template: await testTemplate() };
  await unpackTemplate(options);
  return options;
}

async function syncsOfTenCommits(durability: Durability) {
  const options = await unpacked(durability);
  engine = await openPgliteDirectory(options);
  await engine.query('create table counted (id integer)', [], 'array');
  syncs = 0;
  for (let id = 0; id < 10; id += 1) await engine.query('insert into counted values ($1)', [id], 'array');
  return syncs;
}

describe('openPgliteDirectory', () => {
  test('syncs every commit with durability "full"', async () => {
    expect(await syncsOfTenCommits('full')).toBeGreaterThanOrEqual(10);
  });

  test('syncs nothing with durability "fast"', async () => {
    expect(await syncsOfTenCommits('fast')).toBe(0);
  });

  test.each(['fsync', 'synchronous_commit'])(
    'refuses to call itself durable where the files switch %s off, until that is accepted',
    async (setting) => {
      const options = await unpacked('full');
      await appendFile(join(options.directory, 'postgresql.conf'), `\n${setting} = off\n`);
      await expect(openPgliteDirectory(options)).rejects.toMatchObject({ code: 'not_durable' });
      engine = await openPgliteDirectory({ ...options, durability: 'fast' });
      expect(await engine.query('select 1', [], 'array')).toMatchObject({ rows: [[1]] });
    },
  );
});
