import { ERROR_CODES } from '../../contract/errors/errors.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from '../openapi/document-types.ts';
import { type Html, html, prose, raw } from '../pages/html.ts';
import { curlExample } from './curl-example.ts';
import { headersSection } from './headers-section.ts';
import { limitsSection } from './limits-section.ts';
import { methodsSection } from './methods-section.ts';
import { pageOf, table } from './page.ts';
import { fieldRows, typeText } from './schema-rows.ts';

type Endpoint = { readonly path: string; readonly method: string; readonly operation: OperationObject };

/** Every endpoint, from the OpenAPI document. */
export function referencePage(document: OpenApiDocument): string {
  const endpoints = endpointsOf(document);
  const tagged = document.tags.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const sections = tagged.map(
    (tag) => html`<section><h2 id="${tag.name}">${tag.name}</h2><p>${prose(tag.description)}</p>
${tag.endpoints.map((endpoint) => endpointArticle(document, endpoint))}</section>`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<article id="schema-${name}"><h3>${name}</h3>${fieldsOf(name, schema)}</article>`,
  );
  return pageOf({
    path: '/docs',
    title: 'Endpoints',
    lead: prose(document.info.description),
    body: html`${sections}${methodsSection()}${headersSection(document)}${limitsSection()}${reportSection()}<section><h2 id="schemas">Schemas</h2>${schemas}</section>`,
    contents: [
      ...tagged.map((tag) => ({
        title: tag.name,
        links: tag.endpoints.map(({ operation }) => ({
          href: `#${operation.operationId}`,
          text: operation.summary,
        })),
      })),
      { title: 'Methods', links: [{ href: '#methods', text: 'What each method needs' }] },
      { title: 'Headers', links: [{ href: '#headers', text: 'Headers of answers' }] },
      { title: 'Limits', links: [{ href: '#limits', text: 'Rates and sizes' }] },
      { title: 'Security', links: [{ href: '#report-a-hole', text: 'Report a hole' }] },
      { title: 'Schemas', links: [{ href: '#schemas', text: 'All schemas' }] },
    ],
  });
}

function reportSection(): Html {
  return html`<section><h2 id="report-a-hole">Report a hole</h2>
<p>Tell whoever runs this service, by the way you know them, and nobody else until it is closed. They can name an
address here and in <code>/.well-known/security.txt</code> by <code>SECURITY_CONTACT</code>.</p></section>`;
}

function endpointsOf({ paths, webhooks }: OpenApiDocument): Endpoint[] {
  return [
    ...Object.entries(paths),
    ...Object.entries(webhooks).map(([, item]) => ['your callback_url', item] as const),
  ].flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

function endpointArticle(document: OpenApiDocument, { path, method, operation }: Endpoint): Html {
  const {
    operationId,
    summary,
    description,
    security = [],
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const scheme = document.components.securitySchemes[Object.keys(security[0] ?? {})[0] ?? ''];
  const body = requestBody && Object.values(requestBody.content)[0];
  return html`<article id="${operationId}"><h3>${summary}</h3>
<p class="address"><span class="verb">${method.toUpperCase()}</span>${path}</p>
<p>${prose(description)}</p>
${scheme && html`<h4>Authentication</h4><p>${prose(`Header \`${scheme['name']}\`: ${scheme['description']}`)}</p>`}
${parameters.length > 0 && html`<h4>Path and headers</h4>${table(`Parameters of ${summary}`, ['Name', 'Meaning'], parameters.map(parameterRow))}`}
${body && html`<h4>${method === 'get' ? 'Query' : 'Body'}</h4>${fieldsOf(`Body of ${summary}`, body.schema)}`}
${exampleRequest(document, { path, method, operation })}
<h4>Answers</h4>${Object.entries(responses).map(([status, response]) => answerOf(status, response))}</article>`;
}

function parameterRow({ name, in: location, required, description, example: given }: ParameterObject): Html {
  return html`<tr><th scope="row"><code>${name}</code><br><small>${location}${required && ', required'}</small></th>
<td>${prose(description)}${given !== undefined && html` <small>Such as <code>${given}</code>.</small>`}</td></tr>`;
}

function answerOf(status: string, { description, content }: ResponseObject): Html {
  const media = content?.['application/json'];
  if (!media || Number(status) > 402)
    return html`<p><strong>${status}</strong> ${codeLinks(description)}</p>`;
  const values = Object.entries(media.examples ?? {}).flatMap(([name, one]) =>
    'value' in one ? [{ name, value: one.value }] : [],
  );
  return html`<p><strong>${status}</strong> ${codeLinks(description)} ${typeText(media.schema)}</p>
${values.map(({ name, value }) => example(`Example: ${name}`, JSON.stringify(value, null, 2)))}`;
}

const codes: ReadonlySet<string> = new Set(ERROR_CODES);

/** Links each error code to its meaning. */
function codeLinks(description: string): Html {
  const linked = prose(description).html.replaceAll(
    /<code>([a-z0-9_]+)<\/code>/g,
    (text: string, word: string) => (codes.has(word) ? `<a href="/docs/errors#${word}">${text}</a>` : text),
  );
  return raw(linked);
}

function fieldsOf(label: string, schema: JsonSchema): Html {
  const rows = fieldRows(schema);
  if (rows.length === 0) return html`<p>${typeText(schema)}</p>`;
  return table(label, ['Field', 'Type', 'Meaning'], rows);
}

function example(title: string, text: string): Html {
  return html`<details><summary>${title}</summary><pre tabindex="0">${text}</pre></details>`;
}

/** None for a callback, which the service itself sends. */
function exampleRequest({ servers }: OpenApiDocument, { path, method, operation }: Endpoint) {
  if (!path.startsWith('/')) return undefined;
  const url = `${servers[0]?.url ?? ''}${path}`;
  return example('Example request', curlExample({ method, url, operation }));
}
