import type { guides } from 'virtual:docs-guides';
import { EXAMPLE_BASE_URL } from '../../../api/openapi/examples.ts';
import { raw } from '../../pages/html.ts';
import { pageOf } from '../layout/page.ts';

type Guide = (typeof guides)[number];

/** One of the repository's guides, its samples with this service's address. */
export function guidePage({ slug, title, html, sections }: Guide, baseUrl: string): string {
  const headings = sections.filter(({ id, depth }) => id !== '' && depth <= 3);
  return pageOf({
    path: `/docs/${slug}`,
    title,
    body: raw(html.replaceAll(EXAMPLE_BASE_URL, baseUrl)),
    contents: headings.map((one) => ({ href: `#${one.id}`, text: one.title, depth: one.depth })),
  });
}
