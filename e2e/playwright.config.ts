import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/check/chromium.mjs';
import { engines } from '../tools/check/engines.mjs';
import { TIMEOUT_MS } from '../tools/check/timeout.ts';

/** No traces, videos or screenshots: a test artefact must not hold what was typed into a card field. */
export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/playwright',
  forbidOnly: true,
  retries: 0,
  // On two cores two workers leave nearly half of the time unused: pages and services wait for each other.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: TIMEOUT_MS },
  reporter: 'list',
  // Tall enough for the whole checkout: a click right after a scroll may still reach the frame that was there before.
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch(),
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    viewport: { width: 1280, height: 1100 },
  },
  projects: [
    { name: 'e2e', testIgnore: ['service/faults/**', 'engines/**'] },
    // One after the other: what a proof measures must not be another's load.
    { name: 'faults', testDir: 'service/faults', workers: 1, timeout: 120_000 },
    // One browser at a time: each takes what a machine has.
    ...engines().map(({ name }) => ({
      name,
      testDir: 'engines',
      workers: 1,
      timeout: 240_000,
      expect: { timeout: 30_000 },
    })),
  ],
});
