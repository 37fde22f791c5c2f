import { parse, type Token } from '@messageformat/parser';
import type { Messages } from './check-locale.ts';

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  d: 'ð',
  e: 'é',
  i: 'í',
  l: 'ĺ',
  n: 'ñ',
  o: 'ö',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  y: 'ý',
};

function addAccents(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'content')
        return token.value.replace(/[a-z]/g, (letter) => accents[letter] ?? letter);
      if (token.type === 'octothorpe') return '#';
      if (!('cases' in token)) return `{${token.arg}}`;
      const cases = token.cases.map((branch) => `${branch.key} {${addAccents(branch.tokens)}}`);
      return `{${token.arg}, ${token.type}, ${cases.join(' ')}}`;
    })
    .join('');
}

/** English with accents, a third longer and in brackets: shows texts that are not translated or do not fit. */
export function pseudoLocale(english: Messages): Messages {
  return Object.fromEntries(
    Object.entries(english).map(([key, message]) => {
      const padding = '~'.repeat(Math.ceil(message.length / 3));
      return [key, `[${addAccents(parse(message))}${padding}]`];
    }),
  );
}
