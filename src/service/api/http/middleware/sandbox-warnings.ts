import { looksLikeCardNumber } from '../../../base/card-numbers.ts';
import type { Form } from '../form-body.ts';

const emailLike = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Stored as sent and shown again: by the lookup, in callbacks, in access tokens. */
const STORED_PARAMETERS = [
  'externalID',
  'orderID',
  'transactionID',
  'custom',
  'metadata',
  'callback_url',
  'return_url',
];

/**
 * The header `Sandbox-Warning`: it names what would be a mistake with a real user's data and never shows the data. It is
 * no refusal: one in ten numeric ids passes the Luhn check by chance.
 */
export function sandboxWarnings({ values, ignored }: Form): Record<string, string> {
  // A parameter outside the schema is not stored, and nothing has validated it: `metadata` of a login need be no JSON.
  const storedNames = STORED_PARAMETERS.filter((name) => !ignored.includes(name));
  const warnings = [
    ...(emailLike.test(values.get('externalID') ?? '')
      ? ["'externalID' looks like an e-mail address, personal data is not recommended there"]
      : []),
    ...storedNames
      .filter((name) => looksLikeCardNumber(meaning(name, values.get(name) ?? '')))
      .map((name) => `'${name}' holds what looks like a card number`),
  ];
  return warnings.length > 0 ? { 'Sandbox-Warning': warnings.join('; ') } : {};
}

/** Decodes the escapes of JSON and of addresses. All of it has been accepted before. */
function meaning(name: string, text: string): string {
  if (name === 'custom' || name === 'metadata') return text === '' ? '' : JSON.stringify(JSON.parse(text));
  return name.endsWith('_url') ? decode(text) : text;
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    // The text is not UTF-8, so no escape hides a digit from a reader of the raw address.
    return url;
  }
}
