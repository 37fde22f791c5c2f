/** A live region's text. Screen readers repeat the same words only if the text differs from the one before. */
export const repeatAnnouncement = (text: string, before: string): string =>
  text !== '' && text === before ? `${text}\u00a0` : text;
