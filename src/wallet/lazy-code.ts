import { effect } from '@preact/signals';
import type { FrameBoot } from '../contract/frame/frame-boot.ts';
import type { AnswerViews } from './lazy-checkout/answer-views.ts';
import { loadOnce } from './loading/load-once.ts';
import { nextTask } from './loading/next-task.ts';
import { chunkLoader, scriptLoader } from './loading/script-loader.ts';
import type { Models } from './models/models.ts';
import { onceAtRest } from './once-at-rest.ts';
import type { PageConnection } from './page-connection/connect-page.ts';

type Dependencies = {
  readonly boot: FrameBoot;
  readonly content: Element;
  /** The service's time. */
  now(): number;
};

/**
 * The code that is loaded after the form. Each part is fetched once, and again if that failed. `connect` connects to
 * the page, `express` shows the express buttons, `prepare` loads what a payment needs.
 */
export function createLazyCode(models: Models, { boot, content, now }: Dependencies) {
  const fetchConnectPage = chunkLoader(() => import('./page-connection/connect-page.ts'));
  const fetchExpress = chunkLoader(() => import('./express/express-part.ts'));
  const { encryption, serviceClient } = createPaymentCode({
    onViews(views) {
      models.answerViews.value = views;
    },
    onComplete: () => models.wallet.setFailedToLoad(false),
  });
  const connect = loadOnce(async (): Promise<PageConnection> => {
    const { connectPage } = await fetchConnectPage();
    await nextTask();
    return connectPage(models, {
      boot,
      base: new URL('./api/v1/', document.baseURI),
      encryption,
      serviceClient,
      scriptLoader,
      now,
      content,
      effect,
      onceAtRest: (act) => onceAtRest(models, act),
    });
  });
  const express = loadOnce(async () => {
    if (models.checkout.offers.buttons.peek().length === 0) return;
    // Only the page can handle a press.
    const [{ createExpressPart }] = await Promise.all([fetchExpress(), connect()]);
    models.express.value = createExpressPart();
  });
  return {
    connect,
    express,
    /** Starts to fetch what every visit needs. A failure is reported to the caller that needs the part. */
    prefetch() {
      for (const fetch of [fetchConnectPage(), express()]) fetch.catch(() => {});
    },
    prepare: async () => Promise.all([encryption(), (await connect()).prepare()]),
  };
}

type Arrivals = {
  onViews(views: AnswerViews): void;
  onComplete(): void;
};

/**
 * What a payment needs beside the connection to the page. If it fails to load, the payment itself tries again. The parts that
 * show the service's answers are loaded with the service client.
 */
function createPaymentCode({ onViews, onComplete }: Arrivals) {
  let missing = 2;
  const fetchServiceClient = chunkLoader(() => import('./service-client/open-service-client.ts'));
  const fetchViews = chunkLoader(() => import('./lazy-checkout/answer-views.ts'));
  const loadPart = <Part>(fetchPart: () => Promise<Part>) =>
    loadOnce(async () => {
      const part = await fetchPart();
      missing -= 1;
      if (missing === 0) onComplete();
      return part;
    });
  return {
    encryption: loadPart(chunkLoader(() => import('./card-encryption.ts'))),
    serviceClient: loadPart(async () => {
      const [client, { createAnswerViews }] = await Promise.all([fetchServiceClient(), fetchViews()]);
      onViews(createAnswerViews());
      return client;
    }),
  };
}
