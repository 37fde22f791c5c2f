import { providers } from '../../../contract/billing/providers.ts';
import type { Provider } from '../../../contract/forms/provider-names.ts';
import type { Funding, ProviderRequest } from '../../base/processor/provider-gateway.ts';
import type { Language } from '../../site/languages/language.ts';
import { type Html, html } from '../../site/pages/html.ts';
import { smallPage } from '../../site/pages/small-page.ts';
import { sheetStyle } from './sheet-style.ts';

/** What the shopper has stored at a provider: test cards, so that billing decides as it does for cards. */
export const FUNDINGS: readonly (Funding & { readonly name: string; readonly isCovered: boolean })[] = [
  { name: 'Visa', number: '4242424242424242', expMonth: 12, expYear: 2034, isCovered: true },
  { name: 'Mastercard', number: '5555555555554444', expMonth: 6, expYear: 2033, isCovered: true },
  { name: 'Visa', number: '4000000000009995', expMonth: 3, expYear: 2032, isCovered: false },
];

type OpenSheet = {
  readonly language: Language;
  readonly request: ProviderRequest;
  readonly signedRequest: string;
};
type LeavingSheet = Pick<OpenSheet, 'language' | 'request'>;

/** Where a provider asks the shopper. The sandbox's own answers are folded away at its end. */
export function sheetPage({ language, request, signedRequest }: OpenSheet) {
  const { t, money } = language;
  const { method, use, shop } = request;
  const { name } = providers[method];
  const sum = money(request.amount, request.currency);
  return page(
    { language, method },
    {
      title: `${name}: ${shop}`,
      hasForm: true,
      body: html`<h1>${t(`sheet.${use}.title`, { shop, name })}</h1>
<p class="amount">${sum}</p>
<form method="post" action="?">
<input type="hidden" name="request" value="${signedRequest}">
${fundingChoice(language)}
<button name="action" value="approve">${use === 'instant' ? t('sheet.pay', { amount: sum }) : t('sheet.continue', { name })}</button>
<button class="plain" name="action" value="cancel" formnovalidate>${t('sheet.cancel')}</button>
<details><summary>${t('sandbox.answers')}</summary>
<button name="action" value="refuse">${t('sheet.refuse')}</button>
<button name="action" value="slow">${t('sheet.slow')}</button>
<button name="action" value="down">${t('sheet.down')}</button>
</details>
</form>`,
    },
  );
}

/** The page on the way back. It has a link too, for browsers that do not go by themselves. */
export function leavingPage({ language, request }: LeavingSheet) {
  const { t } = language;
  const { method, returnUrl } = request;
  return page(
    { language, method },
    {
      title: t('shop.back'),
      goesTo: returnUrl,
      body: html`<h1>${t('done.title')}</h1><p>${t('done.text')}</p>
<a class="button" href="${returnUrl}">${t('shop.back')}</a>`,
    },
  );
}

/** The provider is down: its result is unknown. */
export function downPage({ language, request }: LeavingSheet) {
  const { t } = language;
  const { method, returnUrl } = request;
  const title = t('sheet.down.title', { name: providers[method].name });
  return page(
    { language, method },
    {
      title,
      body: html`<h1>${title}</h1>
<p>${t('sheet.down.text')}</p>
<a class="button" href="${returnUrl}">${t('shop.back')}</a>`,
    },
  );
}

type UndeliveredSheet = OpenSheet & { readonly values: ReadonlyMap<string, string> };

/** The service did not answer: offers the same answer again. */
export function undeliveredPage({ language, request, signedRequest, values }: UndeliveredSheet) {
  const { t } = language;
  const { method, returnUrl } = request;
  return page(
    { language, method },
    {
      title: t('untold.title'),
      hasForm: true,
      body: html`<h1>${t('untold.title')}</h1>
<p>${t('untold.text')}</p>
<form method="post" action="?">
<input type="hidden" name="request" value="${signedRequest}">
<input type="hidden" name="funding" value="${values.get('funding') ?? '0'}">
<button name="action" value="${values.get('action') ?? 'cancel'}">${t('error.retry')}</button>
</form>
<a class="button plain" href="${returnUrl}">${t('shop.back')}</a>`,
    },
  );
}

type Dress = { readonly language: Language; readonly method: Provider };

/** For an address that the service did not sign, or an answer that it will not take. */
export function strangePage(dress: Dress) {
  const { t } = dress.language;
  return page(dress, {
    title: t('strange.title'),
    body: html`<h1>${t('strange.title')}</h1><p>${t('strange.text')}</p>`,
  });
}

type Content = {
  readonly title: string;
  readonly body: Html;
  readonly goesTo?: string;
  readonly hasForm?: boolean;
};

function page({ language, method }: Dress, { body, ...content }: Content) {
  return smallPage({
    ...content,
    language,
    style: sheetStyle(method),
    body: html`<main>
<header><p class="mark">${providers[method].name}</p><span class="tag">${language.t('sandbox.label')}</span></header>
${body}
</main>`,
  });
}

function fundingChoice({ t }: Language): Html {
  const choices = FUNDINGS.map(({ name, number, isCovered }, index) => {
    const checked = index === 0 ? html` checked` : undefined;
    const note = t(isCovered ? 'sheet.funding.covered' : 'sheet.funding.empty');
    return html`<label><input type="radio" name="funding" value="${index}"${checked}><span><bdi>${name} •••• ${number.slice(-4)}</bdi><small>${note}</small></span></label>`;
  });
  return html`<fieldset><legend>${t('sheet.funding.label')}</legend><div class="choices">${choices}</div></fieldset>`;
}
