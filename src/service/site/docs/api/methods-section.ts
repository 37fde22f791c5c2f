import { BillingMethod } from '../../../../contract/billing/billing.ts';
import { METHODS } from '../../../payments/model/methods.ts';
import { type Html, html, prose } from '../../pages/html.ts';
import { heading, table } from '../layout/page.ts';

const NEEDS = {
  required: 'required',
  optional: 'optional, your own id',
  matching: "optional, the payment's own",
};
const COLUMNS = ['ccToken', 'transactionID', 'amount', 'currency', 'merchant'] as const;
const HEAD = [...COLUMNS.slice(0, -1), 'merchant_id or merchantRef'];

/** What each billing method needs, from the table that judges requests. */
export function methodsSection(): Html {
  const rows = BillingMethod.options.map((method) => ({
    cells: [html`<code>${method}</code>`, ...COLUMNS.map((name) => NEEDS[METHODS[method].needs[name]])],
  }));
  return html`<section>${heading('methods', 'What each method needs')}
<p>${prose('On a follow-up `transactionID` is required and names the transaction to act on. Any other value must be the payment’s own, and `amount` on VOID exactly what it releases. `callback_url` is optional, except on a follow-up whose processor answers later: it needs its own or that of the start.')}</p>
${table('What each method needs', ['method', ...HEAD], rows)}</section>`;
}
