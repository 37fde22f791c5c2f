/** A piece of a page; only `html`, `prose` and `raw` make one. */
export type Html = { readonly html: string };

type Part = Html | string | number | false | undefined | readonly Part[];

/** Escapes every part that is not `Html` itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const rest = parts.map((part, index) => textOf(part) + (texts[index + 1] ?? ''));
  return { html: (texts[0] ?? '') + rest.join('') };
}

/** Sets as code what `` `…` `` quotes. */
export function prose(text: string): Html {
  return { html: escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>') };
}

/** Puts a text in as it is: one that we wrote, or made of other pieces. */
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
