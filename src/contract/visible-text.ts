/** Control characters, bidirectional and zero-width marks, line separators and lone surrogates: invisible, or obeyed by a terminal. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

type VisibleTextOptions = {
  /** Characters that stay, such as line ends. Default: none. */
  readonly keeps?: string;
};

/** Makes foreign text safe for a terminal, a log or a table: escapes invisible characters as in JSON, such as `\u202e`. */
export function visibleText(text: string, { keeps = '' }: VisibleTextOptions = {}): string {
  return text.replace(UNSEEN, (sign) => (keeps.includes(sign) ? sign : escapeSign(sign)));
}

function escapeSign(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, index) => sign.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
