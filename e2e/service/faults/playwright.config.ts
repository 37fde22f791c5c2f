import { defineConfig } from '@playwright/test';
import { lane, testsOfLane } from '../../../tools/check/lane.mjs';

/** One after the other: what a proof measures must not be another's load. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../../.cache/playwright-faults',
  ...testsOfLane(),
  forbidOnly: true,
  workers: 1,
  timeout: 120_000,
  // CI's second half begins many programs on a machine of its own pace; what fails there once is named at the end of the run.
  retries: lane() === 'rest' ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: '../../../.cache/faults.json' }]],
});
