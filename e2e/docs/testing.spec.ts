import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from '../support/fixtures/readme-shop.ts';
import { printed } from '../support/measures/printed.ts';

/** The tests that docs/testing.md prints, in the README's shop. */

test.setTimeout(120_000);

const recipe = printed('docs/testing.md', { mark: 'fillCard' });

for (const [, title = ''] of recipe.matchAll(/^test\('(.*?)'/gm)) {
  test(`docs/testing.md: ${title}`, { tag: '@prove' }, async ({ page, address }) => {
    // Inside the repository, where the package finds itself by name.
    mkdirSync('.cache', { recursive: true });
    const file = join(process.cwd(), `.cache/recipe-${new URL(address).port}.mjs`);
    const collects = 'export const tests = new Map();\nconst test = (title, run) => tests.set(title, run);\n';
    const code = recipe.replace('expect, test }', 'expect }').replaceAll("goto('/')", `goto('${address}')`);
    writeFileSync(file, collects + code);
    const { tests } = await import(pathToFileURL(file).href);
    rmSync(file);
    await tests.get(title)({ page });
  });
}
