import { signal } from '@preact/signals';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { readFirstPaintSettings } from '../first-paint-settings.ts';
import type { Texts } from '../i18n/translate.ts';
import { LazyManage } from '../loading/lazy-manage.ts';
import { CardFormState } from '../state/card-form.ts';
import { Challenges } from '../state/challenges.ts';
import { Checkout } from '../state/checkout.ts';
import { Locale } from '../state/locale.ts';
import { SavedCards } from '../state/saved-cards.ts';
import { Session } from '../state/session.ts';
import { Wallet } from '../state/wallet.ts';
import { App } from '../views/App.tsx';

const never = () => new Promise<never>(() => {});

/** The wallet's first paint, before `init`, with a single brand's mark. */
export function prerender({ tag, texts }: { tag: string; texts: Texts }): string {
  const form = new CardFormState({ accepted: ['VI'], now: () => 0 });
  const saved = new SavedCards({ listMethods: never, onFailed: never });
  const models = {
    form,
    saved,
    session: new Session(),
    wallet: new Wallet(readFirstPaintSettings('')),
    manage: new LazyManage(never),
    checkout: new Checkout({ saved: saved.status, form }),
    challenges: new Challenges({ resume: async () => {} }),
    locale: new Locale({ tag, texts, load: never }),
    answerViews: signal(null),
    express: signal(null),
  };
  return renderToString(h(App, { ...models, onReconnect: never }));
}
