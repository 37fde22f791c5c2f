import { effect } from '@preact/signals';
import type { FrameBoot } from '../contract/frame/frame-boot.ts';
import type { LazyParts } from './lazy-checkout/lazy-parts.ts';
import { chunk, script } from './loading/chunk.ts';
import { loadOnce } from './loading/load-once.ts';
import { nextTask } from './loading/next-task.ts';
import type { Bridge } from './page-bridge/connect-page.ts';
import { onceSettled } from './settled.ts';
import type { Models } from './views/App.tsx';

type Frame = {
  readonly boot: FrameBoot;
  readonly content: Element;
  /** The service's time. */
  now(): number;
};

/**
 * The code that comes behind the form. Each part is fetched once, and again where it was lost on the way:
 * `bridge` is the line to the page, `express` the express buttons, `prepare` brings what a payment needs.
 */
export function createLazyCode(models: Models, { boot, content, now }: Frame) {
  const fetchBridge = chunk(() => import('./page-bridge/connect-page.ts'));
  const fetchExpress = chunk(() => import('./express/express-part.ts'));
  const { encryption, serviceClient } = createPaymentCode({
    onParts(parts) {
      models.lazyParts.value = parts;
    },
    onAllHere: () => models.wallet.setLost(false),
  });
  const bridge = loadOnce(async (): Promise<Bridge> => {
    const { connectPage } = await fetchBridge();
    await nextTask();
    return connectPage(models, {
      boot,
      base: new URL('./api/v1/', document.baseURI),
      encryption,
      serviceClient,
      script,
      now,
      content,
      effect,
      onceAtRest: (act) => onceSettled(models, act),
    });
  });
  const express = loadOnce(async () => {
    if (models.checkout.offers.buttons.peek().length === 0) return;
    // The page handles each press.
    const [{ createExpressPart }] = await Promise.all([fetchExpress(), bridge()]);
    models.express.value = createExpressPart();
  });
  return {
    bridge,
    express,
    /** Begins to fetch what every visit needs; whoever asks for a part is told of its loss. */
    prefetch() {
      for (const begun of [fetchBridge(), express()]) begun.catch(() => {});
    },
    prepare: async () => Promise.all([encryption(), (await bridge()).prepare()]),
  };
}

type Arrivals = {
  onParts(parts: LazyParts): void;
  onAllHere(): void;
};

/**
 * What a payment needs beside the line to the page; where it was lost, the payment itself may bring it. With the line to the
 * service come the parts that show what it answers.
 */
function createPaymentCode({ onParts, onAllHere }: Arrivals) {
  let missing = 2;
  const fetchLine = chunk(() => import('./service-client/open-service-client.ts'));
  const fetchParts = chunk(() => import('./lazy-checkout/lazy-parts.ts'));
  const arriving = <Part>(fetchPart: () => Promise<Part>) =>
    loadOnce(async () => {
      const part = await fetchPart();
      missing -= 1;
      if (missing === 0) onAllHere();
      return part;
    });
  return {
    encryption: arriving(chunk(() => import('./card-encryption.ts'))),
    serviceClient: arriving(async () => {
      const [line, { createLazyParts }] = await Promise.all([fetchLine(), fetchParts()]);
      onParts(createLazyParts());
      return line;
    }),
  };
}
