import { problemText } from '../ui/checkout.ts';
import { byId } from './by-id.ts';

/** Says what went wrong in the page's place for it, or clears it. */
export function say(error?: unknown) {
  byId('problem').textContent = error ? problemText(error) : '';
}
