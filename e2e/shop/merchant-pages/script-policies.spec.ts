import { expect } from '@playwright/test';
import { challengedOn } from '../../support/fixtures/merchant-challenge.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';

/** Policies of a page for its scripts, of which the SDK's second one must be one. */
const POLICIES = [
  { kind: 'Trusted Types', policy: "require-trusted-types-for 'script'" },
  {
    kind: 'a list of Trusted Types policies',
    policy: "require-trusted-types-for 'script'; trusted-types embeddable-wallet",
  },
  { kind: 'a nonce', policy: "script-src 'nonce-of-this-answer'" },
];

for (const { kind, policy } of POLICIES) {
  test(`the bank asks over a page whose policy wants ${kind}`, async ({ page, stack }) => {
    const run = await openMerchantPage(page, stack, {
      head: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      nonce: 'of-this-answer',
      isGuest: true,
    });
    const { box, status } = await challengedOn(page, run, stack);
    await box.code.fill('1234');
    await box.confirm.click();
    await expect.poll(status).toBe('SUCCESS');
  });
}
