/** A live region's text; the same words a second time are news only if the text differs from the one before. */
export const saidAgain = (text: string, before: string): string =>
  text !== '' && text === before ? `${text}\u00a0` : text;
