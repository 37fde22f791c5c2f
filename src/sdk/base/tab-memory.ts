import { jsonText } from '../../contract/frame/json-text.ts';
import { attempt } from './attempt.ts';

/** Storage may be blocked or full; the next page then starts without it. */

/** What this tab has stored under the name; undefined or null if nothing. */
export const recall = (name: string): unknown =>
  attempt(() => JSON.parse(String(sessionStorage.getItem(name))));

export const remember = (name: string, value: unknown): void =>
  attempt(() => sessionStorage.setItem(name, jsonText(value)));
