import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { InspectorPage } from '../../support/pages/inspector-page.ts';
import { INSPECTOR_TOKEN } from '../../support/stack/admin-client.ts';
import { PUBLISHABLE_KEY } from '../../support/stack/stack.ts';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

test('S98: the inspector shows what is on a page as text, approves it with a reason, and exports it signed', async ({
  page,
  stack,
}) => {
  const origin = 'http://localhost:3000';
  const report = async (items: readonly (readonly string[])[]) => {
    const body = JSON.stringify({ key: PUBLISHABLE_KEY, page: '/checkout', items });
    await fetch(`${stack.serviceUrl}/page-guard/reports`, {
      method: 'POST',
      headers: { Origin: origin },
      body,
    });
  };
  await report([['script', `${origin}/app.js`, '']]);
  const inspector = new InspectorPage(page, stack.inspectorUrl);
  await inspector.open(INSPECTOR_TOKEN);
  await inspector.goTo('Page guard');
  await inspector.row('Guarded pages', origin).getByRole('link').click();
  await expect(inspector.row('Alarms', `${origin}/app.js`)).toContainText('A page that nobody has approved');
  await page.getByLabel('Reason').fill('Our own checkout');
  await inspector.button('Approve the chosen').click();
  await expect(inspector.row('Approved', `${origin}/app.js`)).toContainText('Our own checkout');
  await report([['script', `https://evil.example/${MARKUP}`, '']]);
  await expect(inspector.row('Alarms', MARKUP)).toContainText('New');
  await expect(page).toHaveTitle('Guarded page · Inspector');
  expect(await violationsOn(page)).toEqual([]);
  await expect(page.getByRole('checkbox', { name: MARKUP })).not.toBeChecked();
  await page.getByRole('checkbox', { name: MARKUP }).check();
  await inspector.button('Forget the chosen').click();
  await expect(page.getByRole('region', { name: 'Not approved' })).toHaveCount(0);
  await inspector.button('Close the alarms').click();
  await expect(inspector.button('Close the alarms')).toHaveCount(0);
  await inspector.button('Export, signed').click();
  await expect(page.getByRole('region', { name: 'Inventory as a JWS' })).toContainText(
    /^ey[\w-]+\.ey[\w-]+\.[\w-]{86}$/,
  );
});
