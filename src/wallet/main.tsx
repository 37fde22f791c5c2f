import { effect } from '@preact/signals';
import { hydrate } from 'preact';
import { cardBrands } from '../contract/cards/card-brands.ts';
import type { FrameBoot } from '../contract/frame/frame-boot.ts';
import { readFields } from './card-input/read-fields.ts';
import { createModels } from './create-models.ts';
import { takeTyped } from './first-paint.ts';
import { createLazyCode } from './lazy-code.ts';
import { nextTask } from './loading/next-task.ts';
import { onceSettled } from './settled.ts';
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

/** Fetches what MANAGE needs whenever that comes on show, unless it is here. */
function fetchManage({ wallet, manage }: Models) {
  effect(() => {
    if (wallet.view.value === 'MANAGE') manage.load();
  });
}

/** How long a text that came without an event may stand there unknown; a press may act on it. */
const READ_MS = 500;

function watchFields() {
  setInterval(readFields, READ_MS);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, readFields, true);
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

async function start(boot: FrameBoot, content: Element) {
  const now = serviceClock(boot.serviceTime);
  const models = createModels({ boot, now, bridge: () => code.bridge() });
  const code = createLazyCode(models, { boot, content, now });
  nameMarks(boot, models);
  let isTouched = false;
  /** Connects the form to page and service; where code was lost on the way, the form says so and offers to try again. */
  const reach = async () => {
    models.wallet.setLost(false);
    try {
      await Promise.all([code.bridge(), code.express()]);
      // Nobody needs it before something is typed or chosen.
      if (isTouched) await code.prepare();
    } catch {
      models.wallet.setLost(true);
    }
  };
  const touch = () => {
    isTouched = true;
    return reach();
  };
  onceSettled(models, () => document.body.removeAttribute('data-unsettled'));
  await nextTask();
  // On its way already while the form comes to life.
  code.prefetch();
  bringToLife(models, {
    content,
    onReconnect() {
      if (models.manage.isLost.peek()) models.manage.load();
      return reach();
    },
  });
  watchFields();
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
