import { jsonText } from '../../contract/frame/json-text.ts';
import { attempt } from './attempt.ts';

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The value's type, for messages: the value may be a secret. */
export const kindOf = (value: unknown): string => (value ? typeof value : JSON.stringify(value));

/**
 * A copy for the frame: a framework's reactive proxy cannot be posted, and later changes must not reach the frame. Undefined if it is
 * no JSON.
 */
export const jsonOf = (value: unknown): unknown => attempt(() => JSON.parse(jsonText(value)));
