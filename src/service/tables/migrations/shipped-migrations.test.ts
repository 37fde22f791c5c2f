import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { describe, expect, test } from 'vitest';
import { migrationFaults } from '../../../store/test-kit/migration-faults.ts';
import { shippedMigrations } from './shipped-migrations.ts';

/** Those up to it were made for services that had stopped. */
const BEFORE_THE_RULE = '0010_vault_imports';

async function allTables() {
  const names = (await readdir(join(import.meta.dirname, '..'))).filter((name) => name.endsWith('.ts'));
  const files = await Promise.all(names.map((name) => import(`../${name.slice(0, -3)}.ts`)));
  return Object.assign({}, ...files);
}

describe('shippedMigrations', () => {
  test('say the same as tables; if not, run `npm run db:generate -- --name <what changed>`', async () => {
    const last = shippedMigrations().at(-1)?.name.slice(0, 4);
    const snapshot = new URL(`./meta/${last}_snapshot.json`, import.meta.url);
    const generated = JSON.parse(await readFile(snapshot, 'utf8'));
    const present = generateDrizzleJson(await allTables(), generated.id);
    expect(await generateMigration(generated, present)).toEqual([]);
  });

  test('leave the build before them running, and payments (docs/decisions/80)', () => {
    const all = shippedMigrations();
    const faults = all
      .filter(({ name }) => name > BEFORE_THE_RULE)
      .flatMap((each) =>
        migrationFaults(
          each,
          all.filter(({ name }) => name < each.name),
        ).map((fault) => `${each.name}: ${fault}`),
      );
    expect(faults).toEqual([]);
  });
});
