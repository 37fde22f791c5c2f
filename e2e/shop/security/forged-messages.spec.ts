import { expect, type Frame, type Page } from '@playwright/test';
import { isFullSize, proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { test } from '../../support/fixtures/three-ds-test.ts';
import { forgedMessages } from '../../support/measures/forged-messages.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { startProxy } from '../../support/stack/http-proxy.ts';
import { servePages } from '../../support/stack/page-server.ts';

declare global {
  interface Window {
    /** The window that a hostile opener holds. */
    held?: Window | null;
  }
}

const AT_ONCE = 250;
const HOSTILE = '<!doctype html><title>Hostile</title><p>Hostile';

// Only to put a frame of a stranger beside the wallet's: the demo shop's policy allows none.
test.use({ bypassCSP: true });

test('S4: forged messages of every window around a challenge change nothing', async ({ context, stack }) => {
  test.setTimeout(isFullSize ? 1_800_000 : 120_000);
  const [shopPort, hostilePort] = [await freePort(), await freePort()];
  // A shop whose page keeps its opener, as a page without the demo's headers does.
  const shop = await startProxy({
    port: shopPort,
    target: Number(new URL(stack.shopUrls.localhost).port),
    headers: { 'cross-origin-opener-policy': '' },
  });
  const hostile = await servePages(hostilePort, new Map([['/', HOSTILE]]));
  const hostileUrl = `http://hostile.localhost:${hostilePort}/`;
  try {
    const opener = await context.newPage();
    await opener.goto(hostileUrl);
    const page = await opened(opener);
    const localhost = `http://localhost:${shopPort}`;
    const challenged = new ChallengeJourney(page, { ...stack, shopUrls: { ...stack.shopUrls, localhost } });
    await challenged.openFrom(opener.mainFrame());
    await challenged.pay();
    await expect(challenged.box.code).toBeVisible();
    const before = await challenged.openState();
    expect(before.status).toBe('PENDING');
    const senders = await sendersAround(page, { opener, hostileUrl });
    const count = proofSize('forgedMessages');
    for (const [name, sender] of Object.entries(senders)) {
      await test.step(`from ${name}`, async () => {
        await forge(sender, { count, transactionId: before.transactionId });
        expect(await challenged.openState()).toEqual(before);
      });
    }
    await challenged.box.answer('1234');
    await challenged.expectOneEnd('authenticated');
    keepProof({
      what: proofSizes.forgedMessages.what,
      measured: `${count} messages from each of ${Object.keys(senders).length} windows: nothing changed`,
      goal: 'state, events and lookup unchanged',
      reached: true,
    });
  } finally {
    shop.close();
    hostile.close();
  }
});

/** A window that `opener` opened and still holds. */
async function opened(opener: Page): Promise<Page> {
  const popup = opener.waitForEvent('popup');
  await opener.evaluate(() => {
    window.held = open('about:blank', 'held');
  });
  return popup;
}

/** Every window that a stranger may stand in, as the very window whose messages are sent. */
async function sendersAround(
  page: Page,
  { opener, hostileUrl }: { opener: Page; hostileUrl: string },
): Promise<Record<string, Frame>> {
  const bank = page.frame({ name: 'acs' });
  const box = bank?.parentFrame();
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    hostileUrl,
  );
  await expect.poll(() => page.frame({ url: hostileUrl })?.url()).toBe(hostileUrl);
  const sibling = page.frame({ url: hostileUrl });
  if (!bank || !box || !sibling)
    throw new Error('Cannot forge messages: found no frames of bank, box or stranger');
  return {
    'the page': page.mainFrame(),
    'a sibling frame': sibling,
    'the issuer frame': bank,
    'the box frame': box,
    'the opener': opener.mainFrame(),
  };
}

type Forgery = { readonly count: number; readonly transactionId: string };

async function forge(sender: Frame, { count, transactionId }: Forgery): Promise<void> {
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const messages = forgedMessages(Math.min(AT_ONCE, count - sent), transactionId);
    const reached = await sender.evaluate(sendToAll, messages);
    expect(reached, 'windows that were sent to').toBeGreaterThanOrEqual(3);
  }
}

/** To every window around, but not from the shop's page to the wallet frame: there it is the peer itself. */
async function sendToAll(messages: unknown[]): Promise<number> {
  const shop = window.held ?? window.top;
  const all = (of: Window): Window[] => {
    const inside = Array.from({ length: of.length }, (_, index) => of[index]);
    return [of, ...inside.flatMap((child) => (child ? all(child) : []))];
  };
  // The box is in a shadow root, where only the shop's page itself finds it.
  const hosts = window === shop ? [...document.documentElement.children] : [];
  const boxes = hosts.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('iframe') ?? [])]);
  const boxWindows = boxes.flatMap(({ contentWindow }) => (contentWindow ? all(contentWindow) : []));
  const windows = shop ? [...all(shop), ...boxWindows] : [];
  const targets = windows.filter((target) => window !== shop || target !== shop[0]);
  for (const message of messages) {
    for (const target of targets) target.postMessage(message, '*', [new MessageChannel().port1]);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return targets.length;
}
