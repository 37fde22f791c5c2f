import type { Core } from '../../base/runtime/core.ts';
import { challengeData } from '../../payments/threeds/box.ts';
import { payerRequest } from '../../payments/threeds/issuer-messages.ts';
import type { OpenBox } from '../../payments/threeds/open-box.ts';
import type { Language, TextKey } from '../languages/language.ts';
import { embeddedPage } from './embedded-page.ts';
import { html } from './html.ts';

/** Allows everything a bank's page may need, and nothing that reaches the shop's page. Rule: threeds/box-sandbox. */
const SANDBOX =
  'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols';
const FEATURES = 'payment *; publickey-credentials-get *; publickey-credentials-create *';

const STYLE = html`<link rel="stylesheet" href="/3ds/assets/box.css">`;
const SCRIPT = html`<script type="module" src="/3ds/assets/box.js"></script>`;

type Box = OpenBox & { readonly language: Language };

/** The box: shop, amount and card, above the issuer's page in a frame of its own. That page gets the same language. */
export function boxPage(core: Core, { language, transaction, challenge, shop }: Box): string {
  const { t, money } = language;
  const { ACSUrl, MD, TermUrl } = challengeData(core, transaction, challenge);
  const PaReq = payerRequest(core, transaction, { md: MD, browserLanguage: language.tag });
  const { operation, payment, card } = transaction;
  return embeddedPage({
    language,
    title: t('box.title'),
    head: html`${STYLE}${SCRIPT}`,
    body: html`<header aria-label="${t('box.payment.label')}">
<h1 class="unseen">${t('box.title')}</h1>
<p class="shop"><bdi>${transaction.shopName ?? ''}</bdi></p>
<p class="amount">${money(operation.amount, payment.currency)}</p>
<p class="card">${t('card.ending', { last4: card.last4 })}</p>
${shop.origin !== undefined && html`<a id="back" href="${shop.origin}" hidden>${t('shop.back')}</a>`}
</header>
<main aria-label="${t('box.title')}">
<iframe name="acs" title="${t('box.bank.label')}" sandbox="${SANDBOX}" allow="${FEATURES}" referrerpolicy="strict-origin"></iframe>
</main>
<iframe id="method-frame" name="method" title="" hidden sandbox="allow-forms allow-scripts allow-same-origin" referrerpolicy="strict-origin"></iframe>
<form id="method" method="post" action="${ACSUrl}/method" target="method"><input type="hidden" name="MD" value="${MD}"></form>
<form id="challenge" method="post" action="${ACSUrl}" target="acs">
<input type="hidden" name="PaReq" value="${PaReq}">
<input type="hidden" name="MD" value="${MD}">
<input type="hidden" name="TermUrl" value="${TermUrl}">
<input type="hidden" name="windowSize" id="window-size" value="02">
<noscript><button>${t('box.continue')}</button></noscript>
</form>`,
  });
}

type NoticeTexts = { readonly title: TextKey; readonly text?: TextKey };

/** A page of text only, in the style of the box. */
export function boxNotice(language: Language, texts: NoticeTexts): string {
  const { t } = language;
  const title = t(texts.title);
  const text = texts.text !== undefined && html`<p>${t(texts.text)}</p>`;
  const body = html`<main aria-label="${title}"><div><h1>${title}</h1>${text}</div></main>`;
  return embeddedPage({ language, title, head: STYLE, body });
}
