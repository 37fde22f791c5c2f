import { jsonText } from '../../contract/frame/json-text.ts';

/** What this tab has kept under a name; undefined or null where it kept nothing. */
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
    // A page that may keep nothing begins anew each time.
  }
}
