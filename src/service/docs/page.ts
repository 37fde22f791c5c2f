import { type Html, html, raw } from '../pages/html.ts';
import { policyHash } from '../pages/policy-hash.ts';
import { STYLE } from './style.ts';

type Link = { readonly href: string; readonly text: string };

type Page = {
  /** The page's address, which the navigation marks. */
  readonly path: string;
  readonly title: string;
  readonly lead: Html;
  readonly body: Html;
  readonly contents: readonly { readonly title: string; readonly links: readonly Link[] }[];
};

const PAGES: readonly Link[] = [
  { href: '/docs', text: 'Endpoints' },
  { href: '/docs/errors', text: 'Errors' },
  { href: '/docs/test-cards', text: 'Test cards and amounts' },
  { href: '/openapi.json', text: 'OpenAPI document' },
];

/** Nothing runs, nothing is loaded, nobody may frame it. */
export const PAGE_POLICY = `default-src 'none'; style-src ${policyHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

/** A whole document, which needs no network. */
export function pageOf({ path, title, lead, body, contents }: Page): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Embeddable wallet</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="shell">
<nav aria-label="Reference">
<strong>Embeddable wallet</strong>
${list(PAGES, path)}
${contents.map((part) => html`<h2>${part.title}</h2>${list(part.links, path)}`)}
</nav>
<main id="main">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${body}
</main>
</div>
</body>
</html>
`;
  return `<!doctype html>\n${page.html}`;
}

function list(links: readonly Link[], current: string) {
  const items = links.map(({ href, text }) => {
    const here = href === current ? html` aria-current="page"` : undefined;
    return html`<li><a href="${href}"${here}>${text}</a></li>`;
  });
  return html`<ul>${items}</ul>`;
}

/** A table that scrolls by itself where it is too wide, by keyboard too. */
export function table(label: string, head: readonly string[], rows: readonly Html[]): Html {
  const names = head.map((name) => html`<th scope="col">${name}</th>`);
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0">
<table><thead><tr>${names}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
