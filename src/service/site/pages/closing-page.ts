import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import type { Language } from '../languages/language.ts';
import { html } from './html.ts';
import { smallPage } from './small-page.ts';

type ClosingPage = {
  readonly language: Language;
  readonly payment: InstantPayment;
  /** An address of the shop, with the result; undefined if the shop named none. */
  readonly shopUrl: string | undefined;
};

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; text-align: center;
  background: light-dark(#f6f6f4, #161716); color: light-dark(#1c1d1c, #f0f0ee);
  font: 17px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
h1 { margin: 0 0 8px; font-size: 24px; text-wrap: balance; }
p { margin: 0 0 16px; text-wrap: balance; }
a { color: light-dark(#1d5c4b, #8fd3bd); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid; outline-offset: 3px; }
`;

const TITLES = {
  SUCCESS: 'done.title',
  FAILURE: 'closing.failure.title',
  PENDING: 'closing.pending.title',
} as const;

/** The last page in a provider's window. It closes itself; where a browser forbids that, it asks the shopper to close it. */
export function closingPage({ language, payment, shopUrl }: ClosingPage) {
  const { t } = language;
  const title = t(TITLES[payment.status]);
  return smallPage({
    language,
    title,
    style: STYLE,
    script: 'close()',
    body: html`<main>
<h1>${title}</h1>
<p>${t('closing.text')}</p>
${shopUrl !== undefined && html`<p><a href="${shopUrl}">${t('shop.back')}</a></p>`}
</main>`,
  });
}
