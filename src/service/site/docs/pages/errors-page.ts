import { DECLINE_GUIDE } from '../../../../contract/errors/decline-guide.ts';
import { ERROR_GUIDE } from '../../../../contract/errors/error-guide.ts';
import { DECLINE_CODES, ERROR_CODES } from '../../../../contract/errors/errors.ts';
import { errorStatus, errorType } from '../../../api/http/error-body.ts';
import { groupBy } from '../../../api/openapi/group-by.ts';
import { html, prose } from '../../pages/html.ts';
import { heading, pageOf, table } from '../layout/page.ts';

/** What each code means and what to do; every `doc_url` points here. */
export function errorsPage(): string {
  const types = [...groupBy(ERROR_CODES, errorType)];
  const sections = types.map(([type, codes]) => {
    const rows = codes.map((code) => {
      const { means, todo } = ERROR_GUIDE[code];
      return { id: code, cells: [html`<code>${code}</code>`, errorStatus(code), prose(means), prose(todo)] };
    });
    return html`<section>${heading(type, titleOf(type))}${table(titleOf(type), ['Code', 'HTTP', 'Means', 'Do'], rows)}</section>`;
  });
  const declines = DECLINE_CODES.map((code) => ({
    id: `decline-${code}`,
    cells: [html`<code>${code}</code>`, prose(DECLINE_GUIDE[code])],
  }));
  return pageOf({
    path: '/docs/errors',
    title: 'Errors',
    lead: prose(
      'Every refusal has the same body: `error.type`, `code`, `decline_code` and `param` are stable, `message` is for developers and may change. Codes are never renamed.',
    ),
    body: html`${sections}
<section>${heading('decline-codes', 'Decline codes')}${table('Decline codes', ['decline_code', 'Means'], declines)}</section>`,
    contents: [
      ...types.map(([type]) => ({ href: `#${type}`, text: titleOf(type) })),
      { href: '#decline-codes', text: 'Decline codes' },
    ],
  });
}

function titleOf(type: string) {
  const text = type.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/^pi\b/, 'PI');
}
