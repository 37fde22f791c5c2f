import type { OpenApiDocument } from '../../../api/openapi/document-types.ts';
import { html } from '../../pages/html.ts';
import { pageOf } from '../layout/page.ts';
import { fieldsOf } from './schema-rows.ts';

/** The named schemas, each at the anchor that other pages link to. */
export function schemasPage({ components }: OpenApiDocument): string {
  const names = Object.keys(components.schemas);
  const articles = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<section><h2 id="schema-${name}"><a class="anchor" href="#schema-${name}">${name}</a></h2>${fieldsOf(name, schema)}</section>`,
  );
  return pageOf({
    path: '/docs/schemas',
    title: 'Schemas',
    lead: html`What answers and callbacks are made of.`,
    body: html`${articles}`,
    contents: names.map((name) => ({ href: `#schema-${name}`, text: name })),
  });
}
