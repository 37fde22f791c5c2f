import { localeFiles } from 'virtual:locale-files';
import { hydrate } from 'preact';
import type { FrameBoot } from '../contract/frame-boot.ts';
import type { CardPlaintext } from '../contract/wallet-api.ts';
import { App, type Models } from './App.tsx';
import { painted, takeTyped } from './first-paint.ts';
import { readHints } from './hints.ts';
import type { Texts } from './i18n/translate.ts';
import { speakOutward } from './outward.ts';
import { CardFormState } from './state/card-form.ts';
import { Checkout } from './state/checkout.ts';
import { Locale } from './state/locale.ts';
import { SavedCards } from './state/saved-cards.ts';
import { Session } from './state/session.ts';
import { Wallet } from './state/wallet.ts';
import type { Wire } from './wire/connect-page.ts';
import './styles.css';

declare global {
  /** Left by the script of each locale that has been loaded. */
  var walletTexts: Record<string, Texts> | undefined;
}

function textsOf(tag: string): Texts {
  const texts = globalThis.walletTexts?.[tag];
  if (!texts) throw new Error(`Loading locale "${tag}": found no texts`);
  return texts;
}

async function loadTexts(tag: string): Promise<Texts> {
  await import(/* @vite-ignore */ new URL(localeFiles[tag] ?? '', document.baseURI).href);
  return textsOf(tag);
}

/** The service wrote it into the document that it made of this build; its schema guards the service's side. */
function readBoot(): FrameBoot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as FrameBoot;
}

/** The service's clock: its time when it made the document, and what has passed since. */
function serviceClock(serviceTime: number): () => number {
  const loadedAt = performance.now();
  return () => serviceTime + performance.now() - loadedAt;
}

/** The line to page and service comes after the form: until it is there, calls on it wait. */
function createModels(boot: FrameBoot, wire: () => Promise<Wire>): Models {
  const form = new CardFormState({ accepted: boot.acceptedBrands, now: serviceClock(boot.serviceTime) });
  const saved = new SavedCards({
    listMethods: async () => (await wire()).listMethods(),
    onFailed: async (error) => (await wire()).page.emit({ name: 'error', payload: error }),
  });
  return {
    ...{ form, saved },
    session: new Session(),
    wallet: new Wallet(readHints(location.hash)),
    checkout: new Checkout({ saved: saved.status, form }),
    locale: new Locale({
      ...{ tag: boot.locale, texts: textsOf(boot.locale) },
      ...{ available: Object.keys(localeFiles), load: loadTexts },
    }),
  };
}

/** Brings the document's form to life: it has been painted by then, or is no form that this view begins with. */
function bringToLife(
  models: Models,
  { content, onReconnect }: { content: Element; onReconnect: () => void },
) {
  if (models.wallet.view.peek() === 'MANAGE') content.replaceChildren();
  takeTyped({ content, ...models }, () => hydrate(<App {...models} onReconnect={onReconnect} />, content));
  document.documentElement.removeAttribute('data-view');
}

async function start(boot: FrameBoot, content: Element) {
  const encryption = () => import('./card-encryption.ts');
  const connect = async () => {
    const { connectPage } = await import('./wire/connect-page.ts');
    const base = new URL('./api/v1/', document.baseURI);
    const encrypt = async (card: CardPlaintext) => (await encryption()).encryptCard(card, boot.vaultKey);
    return connectPage(models, { boot, base, encrypt });
  };
  const models = createModels(boot, () => wire);
  const speak = async () => {
    try {
      speakOutward(models, { page: (await wire).page, content });
      await encryption();
    } catch {
      models.wallet.lose();
    }
  };
  const onReconnect = () => {
    models.wallet.reach();
    wire = connect();
    return speak();
  };
  await painted();
  bringToLife(models, { content, onReconnect });
  let wire = connect();
  window.addEventListener('online', () => {
    models.checkout.backOnline();
    return models.saved.retryOffline();
  });
  return speak();
}

const content = document.getElementById('wallet');
if (content) await start(readBoot(), content);
