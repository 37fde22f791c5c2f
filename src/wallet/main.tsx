import { effect, signal } from '@preact/signals';
import { hydrate } from 'preact';
import { cardBrands } from '../contract/cards/card-brands.ts';
import type { FrameBoot } from '../contract/frame/frame-boot.ts';
import { onceAtRest } from './at-rest.ts';
import { canPay } from './device-methods.ts';
import { takeTyped } from './first-paint.ts';
import { readHints } from './hints.ts';
import type { Texts } from './i18n/translate.ts';
import type { LazyParts } from './lazy-checkout/lazy-parts.ts';
import { LazyManage } from './loading/lazy-manage.ts';
import { loadOnce } from './loading/load-once.ts';
import { nextTask } from './loading/next-task.ts';
import type { ManageDependencies } from './manage/model/managing.ts';
import type { Bridge } from './page-bridge/connect-page.ts';
import { CardFormState } from './state/card-form.ts';
import { Challenges } from './state/challenges.ts';
import { Checkout } from './state/checkout.ts';
import { Locale } from './state/locale.ts';
import { ProviderOffers } from './state/provider-offers.ts';
import { SavedCards } from './state/saved-cards.ts';
import { Session } from './state/session.ts';
import { Wallet } from './state/wallet.ts';
import { App, type Models } from './views/App.tsx';
import 'virtual:shared';
import './styles.css';

/** The service wrote it into the document that it made of this build; its schema guards the service's side. */
function readBoot(): FrameBoot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as FrameBoot;
}

/** The service's clock: its time when it made the document, and what has passed since. */
function serviceClock(serviceTime: number): () => number {
  const loadedAt = performance.now();
  return () => serviceTime + performance.now() - loadedAt;
}

type ManageNeeds = Pick<ManageDependencies, 'saved' | 'createForm' | 'now'> & {
  readonly locale: Locale;
  bridge(): Promise<Bridge>;
};

/** Its chunk is handed all it needs, as the models are to the lines to page and service; its texts come with it. */
const createManage = ({ bridge, locale, ...needs }: ManageNeeds) => {
  const fetchPart = chunk(() => import('./manage/ManagePart.tsx'));
  return new LazyManage(async () => {
    const [{ createManagePart }] = await Promise.all([fetchPart(), locale.complete()]);
    return createManagePart({
      ...needs,
      service: async () => (await bridge()).manage,
      tell: async (event) => (await bridge()).page.emit(event),
    });
  });
};

/** Fetches what MANAGE needs whenever that comes on show, unless it is here. */
function fetchManage({ wallet, manage }: Models) {
  effect(() => {
    if (wallet.view.value === 'MANAGE') manage.load();
  });
}

type ModelNeeds = {
  readonly boot: FrameBoot;
  /** The service's time. */
  now(): number;
  bridge(): Promise<Bridge>;
};

/** The lines to page and service come after the form: until one is there, calls on it wait. */
function createModels({ boot, now, bridge }: ModelNeeds): Models {
  const merchant = { holderName: boot.holderName, preferred: boot.preferredBrands };
  const form = new CardFormState({ accepted: boot.acceptedBrands, ...merchant, now });
  const saved = new SavedCards({
    listMethods: async () => (await bridge()).listMethods(),
    onFailed: async (error) => (await bridge()).page.emit({ name: 'error', payload: error }),
  });
  const hints = readHints(location.hash);
  const wallet = new Wallet(hints);
  const offers = new ProviderOffers({
    taken: boot.offers,
    wallet: wallet.status,
    canPay,
    express: hints.express,
  });
  const locale = new Locale({
    tag: boot.locale,
    // The document's own script has left them.
    texts: globalThis.walletTexts?.[boot.locale] as Texts,
    load: async (wanted) => (await bridge()).loadTexts(wanted),
  });
  return {
    form,
    saved,
    wallet,
    manage: createManage({
      saved,
      locale,
      bridge,
      now,
      createForm: () => new CardFormState({ accepted: () => form.accepted.value, ...merchant, now }),
    }),
    session: new Session(),
    checkout: new Checkout({
      saved: saved.status,
      form,
      offers,
      needsCode: wallet.isThreeDsFlow,
      // The document's first script found it.
      remembered: Number(document.documentElement.dataset['rows'] ?? 0),
    }),
    challenges: new Challenges({ resume: async (id) => (await bridge()).resumeChallenge(id) }),
    locale,
    late: signal(null),
    express: signal(null),
  };
}

/** Names the marks of the first view for their sheet: cards that are accepted, and rows of providers. */
function nameMarks({ acceptedBrands }: FrameBoot, { checkout }: Models) {
  const cards = acceptedBrands.map((brand) => cardBrands[brand].issuerFull);
  const rows = checkout.offers.list.peek().map(({ method }) => method);
  document.documentElement.dataset['marks'] = [...cards, ...rows].join();
}

/** Brings the document's form to life: this script comes after its paint. */
function bringToLife(
  models: Models,
  { content, onReconnect }: { content: Element; onReconnect: () => void },
) {
  if (models.wallet.view.peek() === 'MANAGE') content.replaceChildren();
  takeTyped({ content, ...models }, () => hydrate(<App {...models} onReconnect={onReconnect} />, content));
  // In place of the document's own: to a page that comes late it still says that it is there.
  window.onmessage = ({ source, data }) => {
    if (source !== parent || parent === self) return;
    if (data === '') parent.postMessage('', '*');
    if (data > 0 && !('begun' in document.documentElement.dataset)) models.checkout.expect(Number(data));
  };
  document.documentElement.removeAttribute('data-view');
  document.documentElement.removeAttribute('data-rows');
  document.documentElement.removeAttribute('data-buttons');
}

type Arrivals = {
  onParts(parts: LazyParts): void;
  onAllHere(): void;
};

/**
 * What a payment needs beside the line to the page; where it was lost, the payment itself may bring it. With the line to the
 * service come the parts that show what it answers.
 */
function createFetches({ onParts, onAllHere }: Arrivals) {
  let missing = 2;
  const fetchLine = chunk(() => import('./service-client/open-service-client.ts'));
  const fetchParts = chunk(() => import('./lazy-checkout/lazy-parts.ts'));
  const arriving = <Part,>(fetchPart: () => Promise<Part>) =>
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

async function start(boot: FrameBoot, content: Element) {
  const now = serviceClock(boot.serviceTime);
  const fetchBridge = chunk(() => import('./page-bridge/connect-page.ts'));
  const { encryption, serviceClient } = createFetches({
    onParts(parts) {
      models.late.value = parts;
    },
    onAllHere: () => models.wallet.setLost(false),
  });
  const bridge = loadOnce(async () => {
    const { connectPage } = await fetchBridge();
    await nextTask();
    const base = new URL('./api/v1/', document.baseURI);
    return connectPage(models, {
      boot,
      base,
      encryption,
      serviceClient,
      now,
      content,
      effect,
      onceAtRest: (act) => onceAtRest(models, act),
    });
  });
  const models = createModels({ boot, now, bridge });
  nameMarks(boot, models);
  const fetchExpress = chunk(() => import('./express/express-part.ts'));
  const express = loadOnce(async () => {
    if (models.checkout.offers.buttons.peek().length === 0) return;
    // A press is the page's to hear.
    const [{ createExpressPart }] = await Promise.all([fetchExpress(), bridge()]);
    models.express.value = createExpressPart();
  });
  let isTouched = false;
  const reach = async () => {
    models.wallet.setLost(false);
    try {
      const [line] = await Promise.all([bridge(), express()]);
      // Nobody needs them before something is typed or chosen.
      if (isTouched) await Promise.all([encryption(), line.prepare()]);
    } catch {
      models.wallet.setLost(true);
    }
  };
  const touch = () => {
    isTouched = true;
    return reach();
  };
  const onReconnect = () => {
    if (models.manage.isLost.peek()) models.manage.load();
    return reach();
  };
  onceAtRest(models, () => document.body.removeAttribute('data-unsettled'));
  await nextTask();
  // On its way already while the form comes to life; who connects tells what fails.
  for (const begun of [fetchBridge(), express()]) begun.catch(() => {});
  bringToLife(models, { content, onReconnect });
  await nextTask();
  fetchManage(models);
  window.addEventListener('online', () => {
    models.checkout.backOnline();
    return Promise.all([models.saved.retryOffline(), models.manage.part.peek()?.backOnline()]);
  });
  if (content.contains(document.activeElement) || models.form.values.number.peek() !== '') return touch();
  // Not every browser gives a pressed button the focus, nor a field that it fills.
  for (const type of ['focusin', 'pointerdown', 'input'])
    content.addEventListener(type, touch, { once: true });
  return reach();
}

const content = document.getElementById('wallet');
if (content) start(readBoot(), content).catch(reportError);
