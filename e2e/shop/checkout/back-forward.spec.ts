import { expect } from '@playwright/test';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { launchWithBack } from '../../support/fixtures/chromium-with-back.ts';
import { test } from '../../support/fixtures/three-ds-test.ts';

test('a page that comes back from the back/forward cache goes on with its open challenge', {
  tag: '@prove',
}, async ({ stack }) => {
  const browser = await launchWithBack();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1100 } });
    const challenged = new ChallengeJourney(page, stack);
    await page.addInitScript(() => {
      // The demo's page loads anew then; other shops do not.
      addEventListener('pageshow', (event) => {
        if (!event.persisted || window.top !== window) return;
        event.stopImmediatePropagation();
        document.documentElement.dataset['restored'] = 'yes';
      });
    });
    await challenged.open();
    await challenged.pay();
    await expect(challenged.box.code).toBeVisible();
    await page.goto(`${stack.serviceUrl}/healthz`);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-restored', 'yes');
    await challenged.box.answer('1234');
    await challenged.expectOneEnd('authenticated');
    await expect(challenged.box.dialog).toHaveCount(0);
  } finally {
    await browser.close();
  }
});
