import type { OpenApiDocument } from '../../../api/openapi/document-types.ts';
import { type Html, html, prose } from '../../pages/html.ts';
import { heading, pageOf } from '../layout/page.ts';
import { operationPath } from '../layout/site-map.ts';

const CARDS = [
  ['/docs/quickstart', 'Quickstart', 'A shop in two files that takes a payment on this machine.'],
  ['/docs/integrate', 'Integrate', 'Script tag, React, element, Vue, Next: sessions, Pay, 3-D Secure, look.'],
  [
    '/docs/test-cards',
    'Test cards and amounts',
    'What the sandbox answers to which card, amount and switch.',
  ],
  ['/docs/callbacks', 'Callbacks', 'Receive, verify and answer what the service tells your backend.'],
  ['/docs/errors', 'Errors', 'What each code means and what to do.'],
  ['/docs/go-live', 'Go live', 'A checklist from an empty machine to real money.'],
] as const;

/** What /docs showed whole and others have linked to, where it is now. */
const MOVED = [
  ['methods', '/docs/api#methods', 'What each billing method needs'],
  ['headers', '/docs/api#headers', 'Headers of answers'],
  ['limits', '/docs/api#limits', 'Limits'],
] as const;

/** Where `/` leads: the ways in, and every operation and schema at the anchor it has always had. */
export function overviewPage(document: OpenApiDocument): string {
  const cards = CARDS.map(
    ([href, title, text]) => html`<li><a href="${href}"><b>${title}</b><span>${text}</span></a></li>`,
  );
  return pageOf({
    path: '/docs',
    title: 'Take payments on your own page',
    lead: prose(
      'One frame on your checkout page takes cards, saved cards and instant payments, with 3-D Secure; your backend bills by HTTP. This is the sandbox: test cards only, no money moves.',
    ),
    body: html`<ul class="cards">${cards}</ul>
<section>${heading('operations', 'Operations')}${document.tags.map((tag) => operationsOf(document, tag))}</section>
<section>${heading('reference', 'Beside the operations')}<ul class="plain">
${MOVED.map(([id, href, text]) => html`<li id="${id}"><a href="${href}">${text}</a></li>`)}
<li id="schemas"><a href="/docs/schemas">Schemas</a>: ${schemaLinks(document)}</li></ul></section>
${reportSection()}`,
  });
}

function operationsOf({ paths, webhooks }: OpenApiDocument, tag: OpenApiDocument['tags'][number]): Html {
  const items = [...Object.entries(paths), ['your callback_url', webhooks['callback'] ?? {}] as const];
  const rows = items.flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag.name))
      .map(
        ([method, { operationId, summary }]) =>
          html`<li id="${operationId}"><a href="${operationPath(operationId)}">${summary}</a> <span class="address"><span class="verb">${method.toUpperCase()}</span>${path}</span></li>`,
      ),
  );
  return html`<h3 id="${tag.name}">${tag.name}</h3><p>${prose(tag.description)}</p><ul class="operations">${rows}</ul>`;
}

function schemaLinks({ components }: OpenApiDocument): readonly Html[] {
  return Object.keys(components.schemas).map(
    (name) => html`<a id="schema-${name}" href="/docs/schemas#schema-${name}">${name}</a> `,
  );
}

function reportSection(): Html {
  return html`<section>${heading('report-a-hole', 'Report a hole')}
<p>Tell whoever runs this service, by the way you know them, and nobody else until it is closed. They can name an
address here and in <code>/.well-known/security.txt</code> by <code>SECURITY_CONTACT</code>.</p></section>`;
}
