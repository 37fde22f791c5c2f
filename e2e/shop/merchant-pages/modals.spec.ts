import { expect, type Page } from '@playwright/test';
import { challengedOn } from '../../support/fixtures/merchant-challenge.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { openMerchantPage, type Run } from '../../support/pages/merchant-page.ts';
import type { Stack } from '../../support/stack/stack.ts';
import { MODAL_KINDS, MODAL_SCRIPT, type ModalKind } from './modal-kinds.ts';

/** The bank's box over modals of shops of every kind: each is pressed by mouse, finger and keys. */

test.use({ hasTouch: true });

async function openModal(page: Page, stack: Stack, { body, opens }: ModalKind): Promise<Run> {
  const plain =
    '<main><button>Shop</button></main><div id="modal" role="dialog"><div id="wallet"></div></div>';
  const run = await openMerchantPage(page, stack, { isGuest: true, body: body ?? plain });
  await page.addScriptTag({ content: `${MODAL_SCRIPT}${opens}` });
  return run;
}

/** The others are `prove`'s. */
const SHORT = /Radix|Bootstrap|opened after$/;

for (const kind of MODAL_KINDS) {
  const lane = SHORT.test(kind.title) ? {} : { tag: '@prove' };
  test(`the box works over a modal that ${kind.title}`, lane, async ({ page, stack }) => {
    const run = await openModal(page, stack, kind);
    if (kind.opens.includes('fill')) await page.getByRole('button', { name: 'Shop' }).click();
    await run('await globalThis.fill?.()');
    const { box, status } = await challengedOn(page, run, stack);
    await run(kind.after ?? '');
    await box.close.click();
    await expect(box.stop).toBeVisible();
    await box.goOn.tap();
    await expect(box.stop).toBeHidden();
    await box.close.focus();
    await page.keyboard.press('Enter');
    await expect(box.stop).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(box.stop).toBeHidden();
    await box.code.click();
    await page.keyboard.type('1234');
    expect(await run(`return [heard, ${kind.stands ?? '!modal.hidden'}]`)).toEqual({ value: [[], true] });
    await page.keyboard.press('Enter');
    await expect(box.dialog).toHaveCount(0);
    await expect.poll(status).toBe('SUCCESS');
    expect(await run(`return [heard, ${kind.stands ?? '!modal.hidden'}]`)).toEqual({ value: [[], true] });
  });
}
