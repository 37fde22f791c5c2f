/** A value as a developer would write it in a script. */
export const codeText = (value: object): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/"(\w+)": /g, '$1: ')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => `'${singleQuoted(text)}'`);

const singleQuoted = (text: string) => text.replaceAll('\\"', '"').replaceAll("'", "\\'");

/** Copies a text; `message` says whether it was possible. */
export async function copyText(text: string): Promise<{ isCopied: boolean; message: string }> {
  try {
    await navigator.clipboard.writeText(text);
    return { isCopied: true, message: 'Copied' };
  } catch {
    return { isCopied: false, message: 'This browser does not let the page copy' };
  }
}
