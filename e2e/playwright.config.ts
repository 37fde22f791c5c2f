import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './chromium.mjs';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: 'gates/fixtures/**',
  outputDir: '../.cache/playwright',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: { launchOptions: chromiumLaunch(), trace: 'retain-on-failure' },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
