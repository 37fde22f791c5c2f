import { type Html, html, raw } from '../../pages/html.ts';
import { policyHash } from '../../pages/policy-hash.ts';
import { strictPolicy } from '../../pages/strict-policy.ts';
import { PAGES, type PageLink } from './site-map.ts';
import { STYLE } from './style.ts';

type Page = {
  /** The page's address, which the navigation marks. */
  readonly path: string;
  readonly title: string;
  readonly lead?: Html;
  readonly body: Html;
  /** What is on the page, in order. Default: nothing that is worth a list. */
  readonly contents?: readonly PageLink[];
  /** What stands beside the body where there is room, such as a request. */
  readonly beside?: Html;
};

/** A page runs the service's own scripts, reaches nothing, and nobody may frame it. */
export const PAGE_POLICY = strictPolicy(
  [`style-src ${policyHash(STYLE)}`, "script-src 'self'"],
  ["form-action 'none'", "frame-ancestors 'none'"],
);

/** As well, a page that sends its example may ask the service itself. */
export const SENDING_POLICY = `${PAGE_POLICY}; connect-src 'self'`;

/** A whole document, which needs no network. Its script only adds to what is there. */
export function pageOf({ path, title, lead, body, contents = [], beside }: Page): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Embeddable wallet</title>
<style>${raw(STYLE)}</style>
<script type="module" src="/docs/assets/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<button type="button" class="menu" popovertarget="nav">Menu</button>
<a class="brand" href="/docs">Embeddable wallet <span>Docs</span></a>
<div class="finder"></div>
</header>
<div class="shell">
<nav id="nav" popover aria-label="Documentation">${PAGES.map((group) => navGroup(group, path))}</nav>
<main id="main"${beside !== undefined && html` class="split"`}>
<div class="text">
<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
${contents.length > 2 && html`<details class="contents"><summary>On this page</summary>${list(contents, path)}</details>`}
${body}
</div>
${beside !== undefined && html`<div class="beside">${beside}</div>`}
</main>
</div>
</body>
</html>
`;
  return `<!doctype html>\n${page}`;
}

function navGroup({ title, links, isLong = false }: (typeof PAGES)[number], path: string): Html {
  if (!isLong) return html`<h2>${title}</h2>${list(links, path)}`;
  const isOpen = links.some(({ href }) => href === path);
  return html`<details${isOpen && html` open`}><summary>${title}</summary>${list(links, path)}</details>`;
}

function list(links: readonly PageLink[], current: string): Html {
  const items = links.map(({ href, text, depth = 2 }) => {
    const here = href === current && html` aria-current="page"`;
    return html`<li${depth > 2 && html` class="deep"`}><a href="${href}"${here}>${text}</a></li>`;
  });
  return html`<ul>${items}</ul>`;
}

/** The first cell names the row. */
export type Row = {
  /** Its anchor. */
  readonly id?: string;
  readonly cells: readonly (Html | string | number)[];
};

/** A table that scrolls by itself if it is too wide, by keyboard too. On a phone its cells stand below one another. */
export function table(label: string, head: readonly string[], rows: readonly Row[]): Html {
  const names = head.map((name) => html`<th scope="col">${name}</th>`);
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0">
<table><thead><tr>${names}</tr></thead><tbody>${rows.map((row) => rowOf(row, head))}</tbody></table></div>`;
}

function rowOf({ id, cells: [name = '', ...cells] }: Row, [, ...labels]: readonly string[]): Html {
  const labelled = cells.map((cell, place) => {
    const label = labels.length > 1 && html` data-label="${labels[place] ?? ''}"`;
    return html`<td${label}>${cell}</td>`;
  });
  return html`<tr${id !== undefined && html` id="${id}"`}><th scope="row">${name}</th>${labelled}</tr>`;
}

/** A heading that can be linked to: its anchor stays as long as the page does. */
export function heading(id: string, title: string): Html {
  return html`<h2 id="${id}"><a class="anchor" href="#${id}">${title}</a></h2>`;
}
