import { CallbackBody } from '../../../../contract/billing/callback.ts';
import type { OperationObject, ParameterObject } from '../document-types.ts';
import { callbackBody } from '../examples.ts';
import { answerSchema } from './named-schemas.ts';

const description =
  'The service sends it to the `callback_url` of the operation, at least once and never before the answer. It is signed as Standard Webhooks define: HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, the body byte for byte as received, with the base64 key that follows `whsec_`. Refuse a timestamp that differs from your clock by more than 300 seconds, and compare in constant time. Look the transaction up before you ship. Do not log the body: `token` and `external_token` stand for the card.';

/** What every attempt carries. Rule: callbacks/signing. */
const headers: readonly ParameterObject[] = [
  header('webhook-id', {
    text: 'Id of the callback, the same at each attempt. Remember those you have handled.',
    schema: { type: 'string' },
    example: 'msg_01JZ8Q6T3M5V7X9B1D3F5H7K9P',
  }),
  header('webhook-timestamp', {
    text: 'Time of this attempt: Unix time in seconds, by the clock of the machine.',
    schema: { type: 'string', pattern: '^[0-9]{1,12}$' },
    example: '1893499200',
  }),
  header('webhook-signature', {
    text: '`v1,` and a signature in base64. For a day after a change of the secret there are two, separated by a space: one valid signature is enough.',
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

/** The request that the service sends to a merchant's backend. */
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
        'application/json': {
          schema: answerSchema(CallbackBody),
          examples: { saleSucceeded: { value: callbackBody } },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'This callback is not sent again.' },
      default: {
        description:
          'Any other answer, also a redirect, or none within 15 seconds: the callback is sent again later, not before the time in `Retry-After`. After 429, 502, 503 or 504 nothing else is sent to that host and port until then.',
      },
    },
  };
}
