import { defineConfig } from '@playwright/test';
import { testsOfLane } from '../../scripts/test/lane.mjs';

/** One after the other: what a proof measures must not be another's load. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../.cache/playwright-faults',
  ...testsOfLane(),
  forbidOnly: true,
  workers: 1,
  timeout: 120_000,
  reporter: [['list'], ['json', { outputFile: '../../.cache/faults.json' }]],
});
