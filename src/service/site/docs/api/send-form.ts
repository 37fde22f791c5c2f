import type { JsonSchema } from '../../../api/openapi/document-types.ts';
import { OPERATIONS } from '../../../api/openapi/operations/all-operations.ts';
import { demoSecretKey } from '../../../base/keys/secret-key.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Endpoint } from './endpoints.ts';

/** What a merchant's backend calls; the rest belongs to the wallet frame. */
const TAGS = ['Users', 'Billing', 'Service'];

const sendableIds = new Set(OPERATIONS.filter(({ tag }) => TAGS.includes(tag)).map(({ id }) => id));

/** Whether a page may send the operation to the sandbox. The callback is sent by the service itself. */
export const isSendable = (operationId: string): boolean => sendableIds.has(operationId);

type Field = {
  readonly name: string;
  readonly value: string;
  readonly schema: JsonSchema;
  readonly isInPath: boolean;
};

/**
 * Sends the example, as it was changed, to this very service with the demo account's key. A script shows it and does it, as no
 * form may go anywhere by itself. No field takes a key: a secret key never belongs into a page.
 */
export function sendForm({ path, method, operation }: Endpoint): Html {
  const fields = fieldsOf(operation);
  const filledFields = fields.filter(({ value }) => value !== '');
  const emptyFields = fields.filter(({ value }) => value === '');
  const [auth = 'none'] = (operation.security ?? []).flatMap((one) => Object.keys(one));
  return html`<form class="send" hidden data-method="${method.toUpperCase()}" data-path="${path}" data-auth="${auth}" data-key="${demoSecretKey.text}">
<h2 id="send">Send</h2>
<p>${wordsOf(auth)}</p>
${filledFields.map(inputOf)}
${emptyFields.length > 0 && html`<details><summary>More parameters</summary>${emptyFields.map(inputOf)}</details>`}
<button>Send</button>
<div class="answer" role="status"></div>
</form>`;
}

function wordsOf(auth: string): string {
  if (auth === 'none') return 'To this sandbox.';
  if (auth === 'secretKey') return 'To this sandbox, with the demo account’s key.';
  return 'To this sandbox, with a token of user-1042: the demo account logs that user in first.';
}

function fieldsOf({ parameters = [], requestBody }: Endpoint['operation']): readonly Field[] {
  const body = requestBody?.content['application/x-www-form-urlencoded'];
  const exampleValues: Readonly<Record<string, unknown>> = {
    ...(typeof body?.example === 'object' && body.example),
  };
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, example = '', schema }) => ({ name, value: example, schema, isInPath: true }));
  const inForm = Object.entries(body?.schema.properties ?? {})
    .filter(([name]) => name !== 'secretKey')
    .map(([name, schema]) => ({
      name,
      value: String(exampleValues[name] ?? ''),
      schema: typeof schema === 'object' ? schema : {},
      isInPath: false,
    }));
  return [...inPath, ...inForm];
}

function inputOf({ name, value, schema, isInPath }: Field): Html {
  const place = isInPath && html` data-in="path"`;
  if (schema.enum) {
    const options = ['', ...schema.enum.map(String)].filter((one) => one !== '' || value === '');
    return html`<label>${name}<select name="${name}"${place}>${options.map(
      (one) => html`<option${one === value && html` selected`}>${one}</option>`,
    )}</select></label>`;
  }
  return html`<label>${name}<input name="${name}" value="${value}"${place} autocomplete="off" spellcheck="false"></label>`;
}
