import type { Provider } from '../../../../contract/provider-names.ts';
import { providers } from '../../../../contract/providers.ts';
import { decimalNumber } from '../../../billing/money.ts';
import { type Html, html } from '../../../docs/html.ts';
import { smallPage } from '../../../pages/small-page.ts';
import { FUNDINGS } from './fundings.ts';
import type { SheetRequest } from './sheet-request.ts';
import { sheetStyle } from './sheet-style.ts';

type Opened = { readonly request: SheetRequest; readonly sealed: string };

/** Where a provider asks the shopper. The sandbox's own answers are folded away at its end. */
export function sheetPage({ request, sealed }: Opened) {
  const { method, use, shop } = request;
  const { name } = providers[method];
  const sum = money(request);
  return page(method, {
    title: `${name}: ${shop}`,
    hasForm: true,
    body: html`<h1>${use === 'instant' ? `Pay ${shop}` : `${shop} may charge you for`}</h1>
<p class="amount">${sum}</p>
<form method="post" action="?">
<input type="hidden" name="request" value="${sealed}">
${fundingChoice()}
<button name="action" value="approve">${use === 'instant' ? `Pay ${sum}` : `Continue with ${name}`}</button>
<button class="plain" name="action" value="cancel" formnovalidate>Cancel and go back</button>
<details><summary>Sandbox: other answers</summary>
<button name="action" value="refuse">Refuse the payment</button>
<button name="action" value="slow">Agree, but answer after 8 seconds</button>
<button name="action" value="down">Break down without an answer</button>
</details>
</form>`,
  });
}

/** On the way back. A link, too, for browsers that go nowhere by themselves. */
export function leavingPage({ method, returnUrl }: SheetRequest) {
  return page(method, {
    title: 'Back to the shop',
    goesTo: returnUrl,
    body: html`<h1>Done</h1><p>You are on your way back to the shop.</p>
<a class="button" href="${returnUrl}">Back to the shop</a>`,
  });
}

/** The provider is down: what it would have said, nobody knows. */
export function downPage({ method, returnUrl }: SheetRequest) {
  return page(method, {
    title: `${providers[method].name} is not available`,
    body: html`<h1>${providers[method].name} is not available just now</h1>
<p>Nothing was charged. You can choose another way to pay in the shop.</p>
<a class="button" href="${returnUrl}">Back to the shop</a>`,
  });
}

type Untold = Opened & { readonly values: ReadonlyMap<string, string> };

/** The service did not answer: the same answer may be given again. */
export function untoldPage({ request, sealed, values }: Untold) {
  const { method, returnUrl } = request;
  return page(method, {
    title: 'The shop does not answer',
    hasForm: true,
    body: html`<h1>The shop’s payment service does not answer</h1>
<p>Nothing was charged so far. Try again in a moment.</p>
<form method="post" action="?">
<input type="hidden" name="request" value="${sealed}">
<input type="hidden" name="funding" value="${values.get('funding') ?? '0'}">
<button name="action" value="${values.get('action') ?? 'cancel'}">Try again</button>
</form>
<a class="button plain" href="${returnUrl}">Back to the shop</a>`,
  });
}

/** Not a sheet that the service opened, or one whose answer it will not take. */
export function strangePage(method: Provider) {
  return page(method, {
    title: 'This payment cannot go on',
    body: html`<h1>This payment cannot go on</h1><p>Nothing was charged. Go back to the shop and start again.</p>`,
  });
}

type Content = {
  readonly title: string;
  readonly body: Html;
  readonly goesTo?: string;
  readonly hasForm?: boolean;
};

function page(method: Provider, { body, ...content }: Content) {
  return smallPage({
    ...content,
    style: sheetStyle(method),
    body: html`<main>
<header><p class="mark">${providers[method].name}</p><span class="tag">Sandbox</span></header>
${body}
</main>`,
  });
}

function fundingChoice(): Html {
  const choices = FUNDINGS.map(({ name, number, note }, index) => {
    const checked = index === 0 ? html` checked` : undefined;
    return html`<label><input type="radio" name="funding" value="${index}"${checked}>${name} •••• ${number.slice(-4)}<small>${note}</small></label>`;
  });
  return html`<fieldset><legend>Pay with</legend>${choices}</fieldset>`;
}

function money({ amount, currency }: SheetRequest): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(decimalNumber(amount, currency));
}
