import { raw, html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of a page; only `html`, `prose` and `raw` make one. `raw` puts a text in as it is: one that we wrote. */
export type Html = HtmlEscapedString;
export { raw };

type Part = Html | string | number | false | undefined | readonly Part[];

/** Hono's template, of parts that are at hand. Escapes every part that is not `Html` itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const result = template(texts, ...parts);
  if (result instanceof Promise)
    throw new TypeError('Cannot make a page: found a promise, expected its value');
  return result;
}

/** Sets as code what `` `…` `` quotes. */
export function prose(text: string): Html {
  return raw(html`${text}`.replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
}
