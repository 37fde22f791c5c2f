import { defineConfig } from '@playwright/test';
import { engines } from '../../tools/check/engines.mjs';

/** One browser at a time: each takes what a machine has. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../.cache/playwright-engines',
  forbidOnly: true,
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/engines.json' }]],
  projects: engines().map(({ name }) => ({ name })),
});
