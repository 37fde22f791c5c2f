import { parse, type Token } from '@messageformat/parser';

export type Messages = Readonly<Record<string, string>>;

function placeholderNames(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'content' || token.type === 'octothorpe') return [];
    const inner = 'cases' in token ? token.cases.flatMap((branch) => placeholderNames(branch.tokens)) : [];
    return [token.arg, ...inner];
  });
}

/** The placeholders of an ICU message, sorted, each once. */
export function placeholdersOf(message: string): string[] {
  return [...new Set(placeholderNames(parse(message)))].sort();
}

/** Throws one error that lists every key and placeholder in which a locale differs from English. */
export function checkLocale(tag: string, { english, messages }: { english: Messages; messages: Messages }) {
  const keys = new Set([...Object.keys(english), ...Object.keys(messages)]);
  const problems = [...keys].flatMap((key) => {
    const [wanted, found] = [english[key], messages[key]];
    if (found === undefined) return [`"${key}" is missing`];
    if (wanted === undefined) return [`"${key}" is not a key of en.json`];
    const [wantedNames, foundNames] = [wanted, found].map((message) => placeholdersOf(message).join(', '));
    return wantedNames === foundNames
      ? []
      : [`"${key}" has placeholders "${foundNames}" instead of "${wantedNames}"`];
  });
  if (problems.length > 0) throw new Error(`Compiling locale "${tag}": ${problems.join('; ')}`);
}
