import { posix } from 'node:path';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { GUIDE_FILES, type GuideFile } from './guide-files.ts';

type Section = { readonly id: string; readonly title: string; readonly depth: number; readonly text: string };

export type Guide = {
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly html: string;
  /** The same for a program that reads: links lead to the other guides as Markdown. */
  readonly markdown: string;
  /** For search and for the page's contents. The first may be what stands before any heading, with the id ''. */
  readonly sections: readonly Section[];
};

/** Our own Markdown as a part of a page. HTML in it is left out. */
export function renderGuide(guide: GuideFile, markdown: string): Guide {
  const marked = new Marked({ renderer: rendererOf(guide) });
  const written = guide.lead === undefined ? markdown : withLead(markdown, guide.lead);
  const tokens = shown(marked.lexer(written), guide);
  const { slug, title, about } = guide;
  const html = marked.parser(tokens);
  return { slug, title, about, html, markdown: markdownOf(tokens, guide), sections: sectionsOf(tokens) };
}

/** Its first paragraphs are for whoever has the repository at hand. */
function withLead(markdown: string, lead: string): string {
  return `${lead}\n\n${markdown.slice(markdown.search(/^## /m))}`;
}

/** Without the file's title, which the page has, and what is not wanted. */
function shown(tokens: readonly Token[], { sections, lists = true }: GuideFile): Token[] {
  let isWanted = sections === undefined;
  return tokens.filter((token) => {
    if (token.type === 'list' && !lists) return false;
    if (!isHeading(token)) return isWanted;
    if (token.depth === 2 && sections) isWanted = sections.includes(token.text);
    return isWanted && token.depth > 1;
  });
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

function rendererOf(guide: GuideFile): RendererObject {
  let latest = guide.title;
  return {
    html: () => '',
    heading({ tokens, text, depth }) {
      latest = text;
      const id = anchorOf(text);
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
    },
    code({ text, lang = '' }) {
      if (lang === 'mermaid') return sequence(text);
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
    },
    link({ href, tokens }) {
      const words = wordsOf(this.parser.parseInline(tokens), href);
      const address = addressOf(href, guide.file);
      return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`;
    },
    image: () => '',
    table({ header, rows }) {
      const inRow = (
        row: readonly Tokens.TableCell[],
        cell: (one: Tokens.TableCell, place: number) => string,
      ) => `<tr>${row.map(cell).join('')}</tr>`;
      const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
      // A heading without words is none.
      const head = inRow(header, (one) =>
        one.text === '' ? '<td></td>' : `<th scope="col">${inner(one)}</th>`,
      );
      // On a phone, where a row's cells stand below one another, each has its column's name.
      const labelOf = (place: number) => {
        const name = plain(header[place]?.text ?? '');
        return place === 0 || name === '' ? '' : ` data-label="${escaped(name)}"`;
      };
      const body = rows
        .map((row) => inRow(row, (one, place) => `<td${labelOf(place)}>${inner(one)}</td>`))
        .join('\n');
      // By its first column, too: a section may have several tables.
      const first = header.find(({ text }) => text !== '')?.text;
      const name = escaped(plain(first === undefined ? latest : `${latest}: ${first}`));
      return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  };
}

/** As pages of repositories name their headings, so that one anchor leads to both. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The guide's title in place of its file's name. */
function wordsOf(words: string, href: string): string {
  const named = GUIDE_FILES.find(
    ({ file }) => posix.basename(file) === posix.basename(href) && words === posix.basename(href),
  );
  return named?.title ?? words;
}

/** Where a link leads on the service; undefined where it leads into the repository. */
function addressOf(href: string, file: string): string | undefined {
  // Wherever the service is, its own pages are beside.
  if (href.startsWith('http://127.0.0.1:4000/docs')) return href.slice('http://127.0.0.1:4000'.length);
  if (/^https?:|^#/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const guide = GUIDE_FILES.find(
    (one) => one.file === target && (anchor === undefined || holds(one, anchor)),
  );
  if (!guide) return undefined;
  return `/docs/${guide.slug}${anchor === undefined ? '' : `#${anchor}`}`;
}

function markdownOf(tokens: readonly Token[], { title, file }: GuideFile): string {
  const texts = tokens.map(({ type, raw }) => {
    if (type === 'html') return '';
    return type === 'code' ? raw : withMarkdownLinks(raw, file);
  });
  return `# ${title}\n\n${texts.join('').trim()}\n`;
}

/** A link into the repository leaves its words, and so does a picture's. */
function withMarkdownLinks(text: string, file: string): string {
  return text.replaceAll(/!?\[([^\]]*)\]\(([^()\s]+)\)/g, (_, words: string, href: string) => {
    const address = addressOf(href, file);
    if (address === undefined) return wordsOf(words, href);
    const isGuide = GUIDE_FILES.some(({ slug }) => address.split('#')[0] === `/docs/${slug}`);
    return `[${wordsOf(words, href)}](${isGuide ? address.replace(/(#|$)/, '.md$1') : address})`;
  });
}

function holds({ sections }: GuideFile, anchor: string): boolean {
  return sections === undefined || sections.some((title) => anchorOf(title) === anchor);
}

/** The arrows of a sequence diagram, as a list that needs no script. */
function sequence(text: string): string {
  const steps = text.split('\n').flatMap((line) => {
    const [, from = '', to = '', what = ''] = /^\s*(\w+)-{1,2}>>(\w+): (.+)$/.exec(line) ?? [];
    return from === '' ? [] : [`<li><b>${escaped(from)}</b> → <b>${escaped(to)}</b>: ${escaped(what)}</li>`];
  });
  return `<ol class="sequence">${steps.join('\n')}</ol>\n`;
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    const last = sections.at(-1);
    if (isHeading(token)) {
      sections.push({ id: anchorOf(token.text), title: plain(token.text), depth: token.depth, text: '' });
    } else if (last) {
      sections[sections.length - 1] = { ...last, text: `${last.text} ${plain(token.raw)}`.trim() };
    } else sections.push({ id: '', title: '', depth: 1, text: plain(token.raw) });
  }
  return sections.filter(({ title, text }) => title !== '' || text !== '');
}

/** What a search looks through: without marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^()\s]*\)/g, ']')
    .replaceAll(/[`*|[\]#>]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
