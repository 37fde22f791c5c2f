import { jsonText } from '../../contract/frame/json-text.ts';

/** What this tab has stored under the name; undefined or null if nothing. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(String(sessionStorage.getItem(name)));
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, jsonText(value));
  } catch {
    // Storage may be blocked; the next page then starts without it.
  }
}
