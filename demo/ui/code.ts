/** A value as a developer would write it in a script. */
export const codeText = (value: object): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/"(\w+)": /g, '$1: ')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => `'${singleQuoted(text)}'`);

const singleQuoted = (text: string) => text.replaceAll('\\"', '"').replaceAll("'", "\\'");
