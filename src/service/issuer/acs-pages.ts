import { type Html, html } from '../docs/html.ts';
import { embeddedPage } from '../pages/embedded-page.ts';
import type { PayerRequest } from '../threeds/payer-request.ts';
import { ACS_STYLE } from './acs-style.ts';
import { ACS_TEXTS } from './acs-texts.ts';

/** Posts the page's form as soon as it stands. */
export const LEAVE_SCRIPT = 'document.forms[0].submit();';
/** Posts it once the challenge is over. */
export const WAIT_SCRIPT = `const [form] = document.forms;
const look = async () => {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch('/acs/progress', { method: 'POST', body }).catch(() => undefined);
  const { isOver } = answer?.ok ? await answer.json() : {};
  if (isOver) form.submit();
  else setTimeout(look, 1500);
};
setTimeout(look, 1500);`;

/** What every form of these pages carries: the payment, as the service asked. */
export type Asked = { readonly request: PayerRequest; readonly paReq: string };

type Page = { readonly title: string; readonly body: Html; readonly script?: string };

function acsPage({ title, body, script }: Page): string {
  return embeddedPage({
    title,
    head: html`<style>${{ html: ACS_STYLE }}</style>`,
    body: html`<main aria-label="${ACS_TEXTS.bank}">
<header><strong>${ACS_TEXTS.bank}</strong><span>${ACS_TEXTS.scheme}</span></header>
<h1>${title}</h1>
${body}
</main>
${script !== undefined && html`<script>${{ html: script }}</script>`}`,
  });
}

/** `triesLeft`: of a code that was wrong just now. */
export function askPage(asked: Asked, triesLeft?: number): string {
  const isWrong = triesLeft !== undefined;
  return acsPage({
    title: ACS_TEXTS.title,
    body: html`${summaryOf(asked.request)}
<p>${ACS_TEXTS.lead}</p>
<form method="post" action="/acs/answer">
${carried(asked)}
<label for="code">${ACS_TEXTS.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required${isWrong && html` aria-invalid="true" aria-describedby="wrong"`}>
${isWrong && html`<p class="wrong" id="wrong" role="alert">${ACS_TEXTS.wrong(triesLeft)}</p>`}
<button name="action" value="code">${ACS_TEXTS.confirm}</button>
<button class="plain" name="action" value="cancel" formnovalidate>${ACS_TEXTS.cancel}</button>
<details><summary>${ACS_TEXTS.sandbox}</summary><p>${ACS_TEXTS.hint}</p>
${Object.entries(ACS_TEXTS.outcomes).map(([action, text]) => html`<button name="action" value="${action}" formnovalidate>${text}</button>`)}
</details>
</form>`,
  });
}

/** `appUrl`: where the payment is approved instead. */
export function waitingPage(asked: Asked, why: keyof typeof ACS_TEXTS.waiting, appUrl?: string): string {
  return acsPage({
    title: ACS_TEXTS.waitingTitle,
    body: html`<p role="status">${ACS_TEXTS.waiting[why]}</p>
${appUrl !== undefined && html`<a class="button" href="${appUrl}" target="_blank" rel="noopener">${ACS_TEXTS.openApp}</a>`}
<form method="post" action="/acs/answer">${carried(asked)}
<button class="plain" name="action" value="cancel">${ACS_TEXTS.cancel}</button></form>`,
    script: WAIT_SCRIPT,
  });
}

type Leaving = {
  readonly why: 'over' | 'ended' | 'broken';
  readonly termUrl: string;
  readonly md: string;
  readonly paRes: string;
};

/** Goes back to the service, which learns nothing by it; by itself, unless there is something to read. */
export function leavingPage({ why, termUrl, md, paRes }: Leaving): string {
  return acsPage({
    title: ACS_TEXTS[`${why}Title`],
    body: html`<p role="status">${ACS_TEXTS[why]}</p>
<form method="post" action="${termUrl}">
<input type="hidden" name="PaRes" value="${paRes}"><input type="hidden" name="MD" value="${md}">
<button>${ACS_TEXTS.back}</button></form>`,
    ...(why === 'over' && { script: LEAVE_SCRIPT }),
  });
}

/** The service did not take the answer: the same again. */
export function untoldPage(asked: Asked, action: string): string {
  return acsPage({
    title: ACS_TEXTS.untoldTitle,
    body: html`<p role="alert">${ACS_TEXTS.untold}</p>
<form method="post" action="/acs/answer">${carried(asked)}
<button name="action" value="${action}">${ACS_TEXTS.tryAgain}</button></form>`,
  });
}

export function appPage(request: PayerRequest, token: string): string {
  return acsPage({
    title: ACS_TEXTS.appTitle,
    body: html`${summaryOf(request)}
<form method="post" action="/acs/app"><input type="hidden" name="token" value="${token}">
<button name="action" value="Y">${ACS_TEXTS.approve}</button>
<button class="plain" name="action" value="N">${ACS_TEXTS.decline}</button></form>`,
  });
}

export function wordsPage(what: 'appDone' | 'strange'): string {
  return acsPage({ title: ACS_TEXTS[`${what}Title`], body: html`<p>${ACS_TEXTS[what]}</p>` });
}

/** The fingerprint step: this issuer takes none and goes on. */
export function methodPage(methodUrl: string, md: string): string {
  return embeddedPage({
    title: ACS_TEXTS.scheme,
    body: html`<form method="post" action="${methodUrl}"><input type="hidden" name="MD" value="${md}"></form>
<script>${{ html: LEAVE_SCRIPT }}</script>`,
  });
}

function carried({ paReq }: Asked): Html {
  return html`<input type="hidden" name="PaReq" value="${paReq}">`;
}

function summaryOf({ merchant, amount, currency, last4 }: PayerRequest): Html {
  const money = new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount));
  return html`<dl>
<dt>${ACS_TEXTS.merchant}</dt><dd>${merchant}</dd>
<dt>${ACS_TEXTS.amount}</dt><dd>${money}</dd>
<dt>${ACS_TEXTS.card}</dt><dd>${ACS_TEXTS.cardNumber(last4)}</dd>
</dl>`;
}
