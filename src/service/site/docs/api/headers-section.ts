import type { OpenApiDocument } from '../../../api/openapi/document-types.ts';
import { type Html, html, prose } from '../../pages/html.ts';
import { heading, table } from '../layout/page.ts';

/** What answers carry beside their body. */
export function headersSection({ components }: OpenApiDocument): Html {
  const rows = Object.entries(components.headers).map(([name, { description }]) => ({
    cells: [html`<code>${name}</code>`, prose(description)],
  }));
  return html`<section>${heading('headers', 'Headers of answers')}
${table('Headers of answers', ['Name', 'Meaning'], rows)}</section>`;
}
