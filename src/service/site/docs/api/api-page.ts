import type { OpenApiDocument } from '../../../api/openapi/document-types.ts';
import { html, prose } from '../../pages/html.ts';
import { heading, pageOf, table } from '../layout/page.ts';
import { headersSection } from './headers-section.ts';
import { limitsSection } from './limits-section.ts';
import { methodsSection } from './methods-section.ts';

/** What all operations have in common. */
export function apiPage(document: OpenApiDocument): string {
  const { info, components } = document;
  const schemes = Object.values(components.securitySchemes).map(({ name = '', description = '' }) => ({
    cells: [html`<code>${name}</code>`, prose(description)],
  }));
  return pageOf({
    path: '/docs/api',
    title: 'HTTP API',
    lead: prose(info.description),
    body: html`<section>${heading('authentication', 'Authentication')}${table('Authentication', ['Header', 'Value'], schemes)}</section>
${methodsSection()}${headersSection(document)}${limitsSection()}`,
    contents: [
      { href: '#authentication', text: 'Authentication' },
      { href: '#methods', text: 'What each method needs' },
      { href: '#headers', text: 'Headers of answers' },
      { href: '#limits', text: 'Limits' },
    ],
  });
}
