import { effect } from '@preact/signals';
import { hydrate } from 'preact';
import { cardBrands } from '../contract/cards/card-brands.ts';
import type { FrameBoot } from '../contract/frame/frame-boot.ts';
import { adoptTypedText } from './adopt-typed-text.ts';
import { readFields } from './card-input/read-fields.ts';
import { createModels } from './create-models.ts';
import { createLazyCode } from './lazy-code.ts';
import { nextTask } from './loading/next-task.ts';
import type { Models } from './models/models.ts';
import { onceAtRest } from './once-at-rest.ts';
import { App } from './views/App.tsx';
import 'virtual:shared';
import './styles.css';

/** The service wrote it into the document, and checks it there by its schema. */
function readBoot(): FrameBoot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as FrameBoot;
}

/** The service's clock: its time when it made the document, plus the time since. */
function serviceClock(serviceTime: number): () => number {
  const loadedAt = performance.now();
  return () => serviceTime + performance.now() - loadedAt;
}

/** Loads MANAGE when it is first shown. */
function loadManageWhenShown({ wallet, manage }: Models) {
  effect(() => {
    if (wallet.view.value === 'MANAGE') manage.load();
  });
}

/** When the service client is loaded for a wallet that is not at rest: it tells the shopper that the page's script is missing, ms. */
const PAGE_MS = 7000;

/** Interval at which fields report texts set without an event, ms. Each press and key reads them first. */
const READ_MS = 500;

function watchFields() {
  setInterval(readFields, READ_MS);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, readFields, true);
}

/** Tells the sprite sheet which marks the first view shows: those of accepted cards and of providers' rows. */
function setFirstMarks({ acceptedBrands }: FrameBoot, { checkout }: Models) {
  const cards = acceptedBrands.map((brand) => cardBrands[brand].issuerFull);
  const rows = checkout.offers.list.peek().map(({ method }) => method);
  document.documentElement.dataset['marks'] = [...cards, ...rows].join();
}

/** Hydrates the document's form, which was painted before this script ran. */
function hydrateForm(
  models: Models,
  { content, onReconnect }: { content: Element; onReconnect: () => void },
) {
  if (models.wallet.view.peek() === 'MANAGE') content.replaceChildren();
  adoptTypedText({ content, ...models }, () =>
    hydrate(<App {...models} onReconnect={onReconnect} />, content),
  );
  // Replaces the inline handler; a page that loads later can still ask whether the frame is ready.
  window.onmessage = ({ source, data }) => {
    if (source !== parent || parent === self) return;
    // To any origin: the empty message carries nothing.
    if (data === '') parent.postMessage('', '*');
    if (data > 0 && !('begun' in document.documentElement.dataset)) models.checkout.expect(Number(data));
  };
  document.documentElement.removeAttribute('data-view');
  document.documentElement.removeAttribute('data-rows');
  document.documentElement.removeAttribute('data-buttons');
}

async function start(boot: FrameBoot, content: Element) {
  const now = serviceClock(boot.serviceTime);
  const models = createModels({ boot, now, connect: () => code.connect() });
  const code = createLazyCode(models, { boot, content, now });
  setFirstMarks(boot, models);
  let isTouched = false;
  /** Connects the form to page and service. If code fails to load, the form says so and offers to try again. */
  const reach = async () => {
    models.wallet.setFailedToLoad(false);
    try {
      await Promise.all([code.connect(), code.express()]);
      // It is needed only once the shopper types or chooses something.
      if (isTouched) await code.prepare();
    } catch {
      models.wallet.setFailedToLoad(true);
    }
  };
  const touch = () => {
    isTouched = true;
    return reach();
  };
  const late = setTimeout(touch, PAGE_MS);
  onceAtRest(models, () => {
    clearTimeout(late);
    document.body.removeAttribute('data-unsettled');
  });
  await nextTask();
  // Before hydration, so that both go on at the same time.
  code.prefetch();
  hydrateForm(models, {
    content,
    onReconnect() {
      if (models.manage.failedToLoad.peek()) models.manage.load();
      return reach();
    },
  });
  watchFields();
  await nextTask();
  loadManageWhenShown(models);
  window.addEventListener('online', () => {
    models.checkout.backOnline();
    return Promise.all([models.saved.retryOffline(), models.manage.part.peek()?.backOnline()]);
  });
  if (content.contains(document.activeElement) || models.form.values.number.peek() !== '') return touch();
  // Not every browser focuses a button that is pressed or a field that it fills.
  for (const type of ['focusin', 'pointerdown', 'input'])
    content.addEventListener(type, touch, { once: true });
  return reach();
}

const content = document.getElementById('wallet');
if (content) start(readBoot(), content).catch(reportError);
