import { minorUnits } from '../../payments/model/money.ts';
import type { PayerRequest } from '../../payments/threeds/issuer-messages.ts';
import type { Language } from '../../site/languages/language.ts';
import { embeddedPage } from '../../site/pages/embedded-page.ts';
import { type Html, html, raw } from '../../site/pages/html.ts';
import { ACS_STYLE } from './acs-style.ts';
import { ISSUER_CODES } from './answer-acs.ts';

/** Posts the page's form at once. */
export const LEAVE_SCRIPT = 'document.forms[0].submit();';
/** Posts the form once the challenge is over. */
export const WAIT_SCRIPT = `const [form] = document.forms;
const look = async () => {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch('/acs/progress', { method: 'POST', body }).catch(() => undefined);
  const { isOver } = answer?.ok ? await answer.json() : {};
  if (isOver) form.submit();
  else setTimeout(look, 1500);
};
setTimeout(look, 1500);`;

/** Focuses the code field, which the shopper came for. */
export const FOCUS_SCRIPT = "document.getElementById('code').focus();";

/** A proper name, which is not translated. */
const BANK = 'Sandbox Bank';

/** The fields of every form of these pages: the payment of the service's request. */
export type ChallengeForm = {
  readonly language: Language;
  readonly request: PayerRequest;
  readonly paReq: string;
};

type Page = {
  readonly title: string;
  readonly body: Html;
  readonly script?: string;
};

function acsPage(language: Language, { title, body, script }: Page): string {
  return embeddedPage({
    language,
    title,
    head: html`<style>${raw(ACS_STYLE)}</style>`,
    body: html`<main aria-label="${BANK}">
<header><strong>${BANK}</strong><span>${language.t('bank.scheme')}</span></header>
<h1>${title}</h1>
${body}
</main>
${script !== undefined && html`<script>${raw(script)}</script>`}`,
  });
}

/** `triesLeft`: tries that are left after a wrong code. */
export function askPage(form: ChallengeForm, triesLeft?: number): string {
  const { t } = form.language;
  const isWrong = triesLeft !== undefined;
  const wrong = html`<p class="wrong" id="wrong" role="alert">${t('bank.code.wrong', { left: triesLeft ?? 0 })}</p>`;
  return acsPage(form.language, {
    title: t('threeds.title'),
    script: FOCUS_SCRIPT,
    body: html`<div class="question">
${summaryOf(form)}
<form method="post" action="/acs/answer">
${hiddenFields(form)}
<p class="lead">${t('bank.lead')}</p>
<label for="code">${t('bank.code.label')}</label>
<input id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required${isWrong && html` aria-invalid="true" aria-describedby="wrong"`}>
${isWrong && wrong}
<button name="action" value="code">${t('bank.confirm')}</button>
<button class="plain" name="action" value="cancel" formnovalidate>${t('bank.cancel')}</button>
<details><summary>${t('sandbox.answers')}</summary><p>${t('bank.hint', { code: '1234' })}</p>
${OUTCOMES.map(({ action, code }) => html`<button name="action" value="${action}" formnovalidate>${t(`bank.outcome.${action}`)}${code !== undefined && html` <bdi>(${code})</bdi>`}</button>`)}
</details>
</form>
</div>`,
  });
}

/** The sandbox's answers, each with the code that has the same effect. */
const OUTCOMES = [
  ...Object.entries(ISSUER_CODES).map(([code, action]) => ({ action, code })),
  ...(['slow', 'twice', 'nothing', 'app'] as const).map((action) => ({ action, code: undefined })),
];

/** `appUrl`: the address that approves the payment in place of the page. */
export function waitingPage(form: ChallengeForm, why: 'slow' | 'nothing' | 'app', appUrl?: string): string {
  const { t } = form.language;
  return acsPage(form.language, {
    title: t('bank.wait.title'),
    body: html`<p role="status">${t(`bank.wait.${why}`)}</p>
${appUrl !== undefined && html`<a class="button" href="${appUrl}" target="_blank" rel="noopener">${t('bank.app.open')}</a>`}
<form method="post" action="/acs/answer">${hiddenFields(form)}
<button class="plain" name="action" value="cancel">${t('bank.cancel')}</button></form>`,
    script: WAIT_SCRIPT,
  });
}

type LeavingPage = {
  readonly language: Language;
  readonly why: keyof typeof LEAVING;
  readonly termUrl: string;
  readonly md: string;
  readonly paRes: string;
};

const LEAVING = {
  over: { title: 'thanks.title', text: 'done.text' },
  ended: { title: 'ended.title', text: 'bank.ended.text' },
  broken: { title: 'failed.title', text: 'bank.broken.text' },
} as const;

/** Goes back to the service, which learns nothing by it. It goes by itself, unless there is something to read. */
export function leavingPage({ language, why, termUrl, md, paRes }: LeavingPage): string {
  const { t } = language;
  const { title, text } = LEAVING[why];
  return acsPage(language, {
    title: t(title),
    body: html`<p role="status">${t(text)}</p>
<form method="post" action="${termUrl}">
<input type="hidden" name="PaRes" value="${paRes}"><input type="hidden" name="MD" value="${md}">
<button>${t('shop.back')}</button></form>`,
    ...(why === 'over' && { script: LEAVE_SCRIPT }),
  });
}

/** The service did not take the answer: offers the same again. */
export function undeliveredPage(form: ChallengeForm, action: string): string {
  const { t } = form.language;
  return acsPage(form.language, {
    title: t('untold.title'),
    body: html`<p role="alert">${t('untold.text')}</p>
<form method="post" action="/acs/answer">${hiddenFields(form)}
<button name="action" value="${action}">${t('error.retry')}</button></form>`,
  });
}

export function appPage(form: Omit<ChallengeForm, 'paReq'>, token: string): string {
  const { t } = form.language;
  return acsPage(form.language, {
    title: t('bank.app.title'),
    body: html`${summaryOf(form)}
<form method="post" action="/acs/app"><input type="hidden" name="token" value="${token}">
<button name="action" value="Y">${t('bank.app.approve')}</button>
<button class="plain" name="action" value="N">${t('bank.app.decline')}</button></form>`,
  });
}

const WORDS = {
  appDone: { title: 'done.title', text: 'bank.app.done' },
  strange: { title: 'strange.title', text: 'strange.text' },
} as const;

export function wordsPage(language: Language, what: keyof typeof WORDS): string {
  const { title, text } = WORDS[what];
  return acsPage(language, { title: language.t(title), body: html`<p>${language.t(text)}</p>` });
}

type MethodPage = { readonly language: Language; readonly methodUrl: string; readonly md: string };

/** The fingerprint step: this issuer takes none and continues. */
export function methodPage({ language, methodUrl, md }: MethodPage): string {
  return embeddedPage({
    language,
    title: language.t('bank.scheme'),
    body: html`<form method="post" action="${methodUrl}"><input type="hidden" name="MD" value="${md}"></form>
<script>${raw(LEAVE_SCRIPT)}</script>`,
  });
}

function hiddenFields({ paReq }: ChallengeForm): Html {
  return html`<input type="hidden" name="PaReq" value="${paReq}">`;
}

function summaryOf({ language, request }: Omit<ChallengeForm, 'paReq'>): Html {
  const { t, money } = language;
  const { merchantName, amount, currency, last4 } = request;
  return html`<dl>
<div><dt>${t('shop.label')}</dt><dd><bdi>${merchantName}</bdi></dd></div>
<div><dt>${t('amount.label')}</dt><dd>${money(minorUnits(amount, currency), currency)}</dd></div>
<div><dt>${t('card.label')}</dt><dd><bdi dir="ltr">•••• ${last4}</bdi></dd></div>
</dl>`;
}
