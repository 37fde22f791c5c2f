import type { Page } from '@playwright/test';

/** Makes choices in the demo's drawer before its page is opened, so that its backend writes that page by them. */
export async function chooseInDrawer(page: Page, choices: Readonly<Record<string, string>>): Promise<void> {
  const cookies = Object.entries(choices).flatMap(([name, value]) =>
    ['http://localhost', 'http://127.0.0.1'].map((url) => ({ name: `sandbox-${name}`, value, url })),
  );
  await page.context().addCookies(cookies);
}
