import type { Currency } from '../../contract/billing.ts';
import type { ServiceContext } from '../context.ts';
import { html } from '../docs/html.ts';
import { challengeData } from '../threeds/challenge-data.ts';
import type { OpenBox } from '../threeds/open-box.ts';
import { BOX_TEXTS } from './box-texts.ts';
import { embeddedPage } from './embedded-page.ts';

/** Everything a bank's page may need and nothing that reaches the shop's page. Chosen: threeds.md 1. */
const SANDBOX =
  'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols';
const FEATURES = 'payment *; publickey-credentials-get *; publickey-credentials-create *';

const STYLE = html`<link rel="stylesheet" href="/3ds/assets/box.css">`;
const SCRIPT = html`<script type="module" src="/3ds/assets/box.js"></script>`;

/** The box: whom, how much and which card, above the issuer's page in a frame of its own. */
export function boxPage(context: ServiceContext, { found, challenge, shop }: OpenBox): string {
  const { ACSUrl, PAReq, MD, TermUrl } = challengeData(context, found, challenge);
  const { operation, payment, card } = found;
  return embeddedPage({
    title: BOX_TEXTS.title,
    head: html`${STYLE}${SCRIPT}`,
    body: html`<header aria-label="${BOX_TEXTS.payment}">
<h1>${shop.name}</h1>
<p class="amount">${moneyText(operation.amount, payment.currency)}</p>
<p class="card">${BOX_TEXTS.cardEnding(card.last4)}</p>
${shop.origin !== undefined && html`<a id="back" href="${shop.origin}" hidden>${BOX_TEXTS.backTo(shop.name)}</a>`}
</header>
<main aria-label="${BOX_TEXTS.title}">
<iframe name="acs" title="${BOX_TEXTS.bankFrame}" sandbox="${SANDBOX}" allow="${FEATURES}" referrerpolicy="strict-origin"></iframe>
</main>
<iframe id="method-frame" name="method" title="" hidden sandbox="allow-forms allow-scripts allow-same-origin" referrerpolicy="strict-origin"></iframe>
<form id="method" method="post" action="${ACSUrl}/method" target="method"><input type="hidden" name="MD" value="${MD}"></form>
<form id="challenge" method="post" action="${ACSUrl}" target="acs">
<input type="hidden" name="PaReq" value="${PAReq}">
<input type="hidden" name="MD" value="${MD}">
<input type="hidden" name="TermUrl" value="${TermUrl}">
<input type="hidden" name="windowSize" id="window-size" value="02">
<noscript><button>${BOX_TEXTS.continue}</button></noscript>
</form>`,
  });
}

/** A page of words, in the same dress. */
export function boxNotice(title: string, text: string): string {
  const body = html`<main aria-label="${title}"><div><h1>${title}</h1><p>${text}</p></div></main>`;
  return embeddedPage({ title, head: STYLE, body });
}

function moneyText(minorUnits: number, currency: Currency): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
