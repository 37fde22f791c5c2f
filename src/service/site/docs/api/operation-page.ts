import { ERROR_CODES } from '../../../../contract/errors/errors.ts';
import type {
  OpenApiDocument,
  ParameterObject,
  ResponseObject,
} from '../../../api/openapi/document-types.ts';
import { type Html, html, prose, raw } from '../../pages/html.ts';
import { pageOf, type Row, table } from '../layout/page.ts';
import { operationPath } from '../layout/site-map.ts';
import { sampleRequest } from '../samples/sample-request.ts';
import { codeTabs, sampleTabs } from '../samples/tabs.ts';
import { VERIFY_SAMPLES } from '../samples/verify-samples.ts';
import { type Endpoint, endpointsOf } from './endpoints.ts';
import { fieldsOf, typeText } from './schema-rows.ts';
import { isSendable, sendForm } from './send-form.ts';

type Shown = {
  readonly document: OpenApiDocument;
  /** Whether the page may send its example: on a service for one machine alone. */
  readonly isForOneMachine: boolean;
};

/** One operation: what it takes and answers, and its request in four languages. */
export function operationPage(id: string, { document, isForOneMachine }: Shown): string {
  const endpoint = endpointsOf(document).get(id);
  if (!endpoint) throw new Error(`Cannot show operation '${id}': the document has none of this id`);
  const { path, method, operation } = endpoint;
  const {
    operationId,
    summary,
    description,
    security = [],
    parameters = [],
    requestBody,
    responses,
    externalDocs,
  } = operation;
  const scheme = document.components.securitySchemes[Object.keys(security[0] ?? {})[0] ?? ''];
  const body = requestBody && Object.values(requestBody.content)[0];
  return pageOf({
    path: operationPath(operationId),
    title: summary,
    body: html`<p class="address"><span class="verb">${method.toUpperCase()}</span>${path}</p>
<p>${prose(description)}</p>
${externalDocs && html`<p>How to verify, answer and repeat: <a href="/docs/callbacks">Callbacks</a>. What it follows: <a href="${externalDocs.url}">${externalDocs.description}</a>.</p>`}
${scheme && html`<h2 id="authentication">Authentication</h2><p>${prose(`Header \`${scheme['name']}\`: ${scheme['description']}`)}</p>`}
${parameters.length > 0 && html`<h2 id="parameters">Path, query and headers</h2>${table(`Parameters of ${summary}`, ['Name', 'Meaning'], parameters.map(parameterRow))}`}
${body && html`<h2 id="body">Body</h2>${fieldsOf(`Body of ${summary}`, body.schema)}`}
<h2 id="answers">Answers</h2>${inOrder(responses).map(([status, response]) => answerOf(status, response))}`,
    beside: besideOf(endpoint, { document, isForOneMachine }),
  });
}

/** As numbers ascend, a whole class at its first one; JavaScript puts `410` before `2XX`. */
function inOrder(responses: Readonly<Record<string, ResponseObject>>) {
  const place = (status: string) =>
    Number.parseInt(status.replace('XX', '00'), 10) || Number.MAX_SAFE_INTEGER;
  return Object.entries(responses).toSorted(([one], [other]) => place(one) - place(other));
}

/** Of a callback, which the service itself sends, how to verify it and its body. */
function besideOf(endpoint: Endpoint, { document, isForOneMachine }: Shown): Html {
  const { path, method, operation } = endpoint;
  if (!path.startsWith('/')) {
    const values = Object.values(operation.requestBody?.content ?? {}).flatMap(examplesOf);
    return html`${codeTabs('Verify', VERIFY_SAMPLES)}${values.map(({ value }) => code('Body', value))}`;
  }
  const request = sampleRequest(operation, { method, path, baseUrl: document.servers[0]?.url ?? '' });
  const first = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    examplesOf(content?.['application/json'] ?? {}).map(({ value }) => ({ status, value })),
  )[0];
  return html`${sampleTabs(request)}
${first && code(`Answer ${first.status}`, first.value)}
${isForOneMachine && isSendable(operation.operationId) && sendForm(endpoint)}`;
}

function code(title: string, value: unknown): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" aria-label="${title}"><code>${JSON.stringify(value, null, 2)}</code></pre></figure>`;
}

function parameterRow({ name, in: location, required, description, example }: ParameterObject): Row {
  const such = example !== undefined && html` <small>Such as <code>${example}</code>.</small>`;
  return {
    cells: [
      html`<code>${name}</code><br><small>${location}${required && ', required'}</small>`,
      html`${prose(description)}${such}`,
    ],
  };
}

function answerOf(status: string, { description, content }: ResponseObject): Html {
  const media = content?.['application/json'];
  const title = html`<h3 id="answer-${status}"><span class="status">${status}</span></h3>`;
  if (!media || Number(status) > 402) return html`${title}<p>${codeLinks(description)}</p>`;
  return html`${title}<p>${codeLinks(description)} ${typeText(media.schema)}</p>
${examplesOf(media).map(({ name, value }) => html`<details><summary>Example: ${name}</summary><pre tabindex="0" aria-label="Example: ${name}"><code>${JSON.stringify(value, null, 2)}</code></pre></details>`)}`;
}

type Examples = { readonly examples?: Readonly<Record<string, object>> };

function examplesOf({
  examples = {},
}: Examples): readonly { readonly name: string; readonly value: unknown }[] {
  return Object.entries(examples).flatMap(([name, one]) =>
    'value' in one ? [{ name, value: one.value }] : [],
  );
}

const codes: ReadonlySet<string> = new Set(ERROR_CODES);

/** Links each error code to its meaning. */
function codeLinks(description: string): Html {
  const linked = prose(description).replaceAll(/<code>([a-z0-9_]+)<\/code>/g, (text: string, word: string) =>
    codes.has(word) ? `<a href="/docs/errors#${word}">${text}</a>` : text,
  );
  return raw(linked);
}
