import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { stackOfWorker } from '../../support/fixtures/stack-test.ts';
import { startThreeSites, test as threeSites } from '../../support/fixtures/three-ds-test.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { program, type Stack } from '../../support/stack/stack.ts';

type Faults = { readonly questions: 'dropBefore' | 'dropAfter' | 'down'; readonly times: number | null };
type StackWithAcquirer = Stack & {
  /** Has the acquirer misbehave; undefined: no more. */
  misbehave(faults?: Faults): Promise<void>;
};

/** Three sites, and the simulated acquirer as a program of its own. */
async function startWithAcquirer(): Promise<StackWithAcquirer> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-acquirer-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const environment = { ACQUIRER_PORT: port, ACQUIRER_DIR: directory };
  const acquirer = program('tools/start/acquirer.mjs', environment, `${url}/healthz`);
  await acquirer.start();
  const stack = await startThreeSites({ ACQUIRER_URL: url });
  return {
    ...stack,
    async misbehave(faults) {
      const answer = await fetch(`${url}/v1/faults`, {
        method: faults ? 'PATCH' : 'DELETE',
        headers: { 'x-api-key': 'acquirer-sandbox-key', 'Content-Type': 'application/json' },
        body: faults ? JSON.stringify(faults) : null,
      });
      expect(answer.status).toBe(200);
    },
    async stop() {
      await stack.stop();
      await acquirer.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const test = threeSites.extend<{ challenged: ChallengeJourney }, { stack: StackWithAcquirer }>({
  stack: stackOfWorker(startWithAcquirer) as never,
  challenged: async ({ page, stack }, use) => use(new ChallengeJourney(page, stack)),
});

test('a start whose question is lost waits in the box, which becomes the bank’s once the acquirer has heard of it', async ({
  challenged,
  stack,
  page,
}) => {
  await challenged.open();
  await stack.misbehave({ questions: 'dropBefore', times: 1 });
  await challenged.pay();
  const box = page.frameLocator('iframe[src*="/3ds/box/"]');
  await expect(box.getByRole('status').getByText('Your bank is being asked…')).toBeVisible();
  await challenged.box.answer('1234');
  await challenged.expectOneEnd('authenticated');
  await expect(challenged.box.dialog).toHaveCount(0);
  await expect(challenged.shop.paid).toBeVisible();
});

test('a shopper may leave a box whose payment nobody knows the end of, and come back to it', {
  tag: '@prove',
}, async ({ challenged, stack }) => {
  await challenged.open();
  await stack.misbehave({ questions: 'dropBefore', times: null });
  await challenged.pay();
  const { box } = challenged;
  await box.close.click();
  await box.stop.click();
  await expect(box.dialog).toHaveCount(0);
  expect(await challenged.seen('after3DsComplete')).toEqual([]);
  await stack.misbehave();
  await challenged.goOn();
  await box.answer('1234');
  await challenged.expectOneEnd('authenticated');
});
