import { CallbackBody } from '../../../../contract/billing/callback.ts';
import type { OperationObject, ParameterObject } from '../document-types.ts';
import { told } from '../examples.ts';
import { answerSchema } from './named-schemas.ts';

const description =
  'Sent to the `callback_url` of the operation, at least once, never before its answer. It is signed as Standard Webhooks describe: HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, the body byte for byte as it came, with the key that follows `whsec_` in base64. Refuse a timestamp that is more than 300 seconds from your clock, either way, and compare in constant time. It is news: look the transaction up before you ship. Do not log the body: `token` and `external_token` stand for the card.';

/** What every attempt carries. Rule: callbacks/signing. */
const headers: readonly ParameterObject[] = [
  header('webhook-id', {
    text: 'The callback, the same at each repetition: remember those you have dealt with.',
    schema: { type: 'string' },
    example: 'msg_01JZ8Q6T3M5V7X9B1D3F5H7K9P',
  }),
  header('webhook-timestamp', {
    text: 'When this attempt was made: Unix time in seconds, by the clock of the machine.',
    schema: { type: 'string', pattern: '^[0-9]{1,12}$' },
    example: '1893499200',
  }),
  header('webhook-signature', {
    text: '`v1,` and a signature in base64. For a day after the secret was changed two, with a space between: one that is good is enough.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
];

type Header = {
  readonly text: string;
  readonly schema: ParameterObject['schema'];
  readonly example: string;
};

function header(name: string, { text, schema, example }: Header): ParameterObject {
  return { name, in: 'header', required: true, description: text, schema, example };
}

/** What the service itself asks of a merchant's backend. */
export function callbackOperation(): OperationObject {
  return {
    operationId: 'callback',
    tags: ['Billing'],
    summary: 'Callback: the result of an operation',
    description,
    externalDocs: { description: 'Standard Webhooks', url: 'https://www.standardwebhooks.com' },
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: answerSchema(CallbackBody), examples: { told: { value: told } } },
      },
    },
    responses: {
      '2XX': { description: 'Received, whatever becomes of the body.' },
      '410': { description: 'Not wanted: this callback is not sent again.' },
      default: {
        description:
          'Any other answer, a redirect too, or none within 15 seconds: it is sent again later, no sooner than a `Retry-After` asks for. After 429, 502, 503 or 504 nothing else goes to that host and port until then.',
      },
    },
  };
}
