import { inspect } from 'node:util';

/** Characters that a terminal obeys or a reader cannot see, except line ends. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text or an error for the shop's own log, with unseen characters escaped (`\u202e`): a shopper may have written it. */
export function visibleText(logged: unknown): string {
  const text = typeof logged === 'string' ? logged : inspect(logged);
  return text.replace(UNSEEN, (sign) => (sign === '\n' ? sign : escaped(sign)));
}

function escaped(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, index) => sign.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
