/**
 * What a reader does not see as it is written, or a terminal obeys: control characters, marks that turn the direction of text or
 * have no width, separators of lines, halves of characters.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

type VisibleTextOptions = {
  /** Characters that are left as they are, such as the line ends of a text of several lines. Default: none. */
  readonly keeps?: string;
};

/** Others' words for a terminal, a log or a table: what they hold unseen is shown as `\u202e`, which JSON reads back. */
export function visibleText(text: string, { keeps = '' }: VisibleTextOptions = {}): string {
  return text.replace(UNSEEN, (sign) => (keeps.includes(sign) ? sign : escaped(sign)));
}

function escaped(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, index) => sign.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
