import { jsonText } from '../../contract/frame/json-text.ts';

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** For a message, which shows nothing of what may be a secret. */
export const kindOf = (value: unknown) => (value ? typeof value : `${JSON.stringify(value)}`);

/**
 * A framework's reactive proxy could not be posted to the frame, and later changes must not reach it. What is no JSON is
 * undefined here.
 */
export function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(jsonText(value));
  } catch {
    return undefined;
  }
}
