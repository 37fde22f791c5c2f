import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/check/chromium.mjs';
import { testsOfLane } from '../tools/check/lane.mjs';
import { TIMEOUT_MS } from '../tools/check/timeout.ts';

/** No traces, videos or screenshots: a test artefact must not hold what was typed into a card field. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: ['service/faults/**', 'engines/**'],
  outputDir: '../.cache/playwright',
  // `@prove`: what says again, at greater length, what another test says too.
  ...testsOfLane(),
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  // What is wrong fails twice; what failed once is named at the end of the run.
  retries: 1,
  expect: { timeout: TIMEOUT_MS },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  // Tall enough for the whole checkout: a click right after a scroll may still reach the frame that was there before.
  use: {
    launchOptions: chromiumLaunch(),
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    viewport: { width: 1280, height: 1100 },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
