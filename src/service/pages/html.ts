/** A piece of a page; only `html`, `prose` and `raw` make one. */
export type Html = { readonly html: string };

type Part = Html | string | number | false | undefined | readonly Part[];

/** Everything put in is escaped, unless it is `Html` itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const rest = parts.map((part, index) => textOf(part) + (texts[index + 1] ?? ''));
  return { html: (texts[0] ?? '') + rest.join('') };
}

/** What each `` `…` `` quotes is set as code. */
export function prose(text: string): Html {
  return { html: escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>') };
}

/** Put in as it is: what we wrote ourselves, or made of other pieces. */
export function raw(text: string): Html {
  return { html: text };
}

function textOf(part: Part): string {
  if (part === false || part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map(textOf).join('');
}

function escaped(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
