import type { Core } from '../../base/runtime/core.ts';
import type { BankAddress } from '../../base/runtime/service-dependencies.ts';
import { issuerData } from '../../payments/threeds/box.ts';
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

const WAIT_SCRIPT = html`<script type="module" src="/3ds/assets/box-wait.js"></script>`;
/** Without scripts the page looks again by itself. */
const WAIT_RELOAD = html`<noscript><meta http-equiv="refresh" content="5"></noscript>`;
/** After this time the box says that the answer may come later. */
const LATE_AFTER_MS = 45_000;

type Box = OpenBox & { readonly language: Language };

/** The box: shop, amount and card, above the bank's page in a frame of its own. */
export function boxPage(core: Core, box: Box): string {
  const { language, bank } = box;
  const title = language.t('box.title');
  const content = bank ? bankFrame(language, bank) : issuerFrame(core, box);
  const body = html`${boxHeader(box, title)}${content}`;
  return embeddedPage({ language, title, head: html`${STYLE}${SCRIPT}`, body });
}

/** The box of a start of which nobody knows yet what the acquirer answers. */
export function waitingPage(core: Core, box: Box): string {
  const { language, challenge } = box;
  const { t } = language;
  const title = t('box.wait.title');
  const lateInMs = Math.max(0, challenge.createdAt.getTime() + LATE_AFTER_MS - core.clock.now().getTime());
  const body = html`${boxHeader(box, title)}
<main aria-label="${title}" data-late-in-ms="${String(lateInMs)}"><div role="status">
<p id="early">${title}</p>
<div id="late" hidden><p><strong>${t('box.late.title')}</strong></p><p>${t('box.late.text')}</p></div>
</div></main>`;
  return embeddedPage({ language, title, head: html`${STYLE}${WAIT_RELOAD}${WAIT_SCRIPT}`, body });
}

function boxHeader({ language, transaction, shop }: Box, title: string) {
  const { t, money } = language;
  const { operation, payment, card } = transaction;
  return html`<header aria-label="${t('box.payment.label')}">
<h1 class="unseen">${title}</h1>
<p class="shop"><bdi>${transaction.shopName ?? ''}</bdi></p>
<p class="amount">${money(operation.amount, payment.currency)}</p>
<p class="card">${t('card.ending', { last4: card.last4 })}</p>
${shop.origin !== undefined && html`<a id="back" href="${shop.origin}" hidden>${t('shop.back')}</a>`}
</header>
`;
}

function acsFrame({ t }: Language, src?: string) {
  const address = src !== undefined && html` src="${src}"`;
  return html`<main aria-label="${t('box.title')}">
<iframe name="acs" title="${t('box.bank.label')}"${address} sandbox="${SANDBOX}" allow="${FEATURES}" referrerpolicy="strict-origin"></iframe>
</main>
`;
}

/** The page that the acquirer names, by GET or as it wants it posted. */
function bankFrame(language: Language, { url, method, form = {} }: BankAddress) {
  if (method === 'GET') return acsFrame(language, url);
  const fields = Object.entries(form).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  return html`${acsFrame(language)}<form id="challenge" method="post" action="${url}" target="acs">
${fields}<noscript><button>${language.t('box.continue')}</button></noscript>
</form>`;
}

/** The sandbox's own issuer, which gets the same language. */
function issuerFrame(core: Core, { language, transaction, challenge }: Box) {
  const { ACSUrl, MD, TermUrl } = issuerData(core, transaction, challenge);
  const PaReq = payerRequest(core, transaction, { md: MD, browserLanguage: language.tag });
  return html`${acsFrame(language)}<iframe id="method-frame" name="method" title="" hidden sandbox="allow-forms allow-scripts allow-same-origin" referrerpolicy="strict-origin"></iframe>
<form id="method" method="post" action="${ACSUrl}/method" target="method"><input type="hidden" name="MD" value="${MD}"></form>
<form id="challenge" method="post" action="${ACSUrl}" target="acs">
<input type="hidden" name="PaReq" value="${PaReq}">
<input type="hidden" name="MD" value="${MD}">
<input type="hidden" name="TermUrl" value="${TermUrl}">
<input type="hidden" name="windowSize" id="window-size" value="02">
<noscript><button>${language.t('box.continue')}</button></noscript>
</form>`;
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
