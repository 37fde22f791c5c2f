import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const stryker = readFileSync(join(import.meta.dirname, 'stryker.config.json'), 'utf8');
const { mutate }: { mutate: string[] } = JSON.parse(stryker);

/** The tests of the pure parts that Stryker changes: no store, no browser, no build. */
export default defineConfig({
  define: { __SDK_VERSION__: '"0"' },
  test: {
    include: mutate.map((path) => path.replace(/\.ts$/, '.test.ts')),
    tags: [{ name: 'prove' }],
  },
});
