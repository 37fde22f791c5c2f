import { guides } from 'virtual:docs-guides';
import { DECLINE_GUIDE } from '../../../contract/errors/decline-guide.ts';
import { ERROR_GUIDE } from '../../../contract/errors/error-guide.ts';
import { DECLINE_CODES, ERROR_CODES } from '../../../contract/errors/errors.ts';
import type { OpenApiDocument } from '../../api/openapi/document-types.ts';
import type { SandboxCatalogue } from '../../base/processor/sandbox-catalogue.ts';
import { endpointsOf } from './api/endpoints.ts';
import { operationPath } from './layout/site-map.ts';

/** What a search may find. The address is its identity. */
export type SearchEntry = {
  readonly href: string;
  readonly title: string;
  /** The page it is on. */
  readonly where: string;
  readonly text: string;
};

/** Everything that can be searched: sections of guides, operations, error codes, schemas and what the sandbox tests by. */
export function searchEntries(document: OpenApiDocument, tests: SandboxCatalogue): readonly SearchEntry[] {
  return [
    ...guides.flatMap(({ slug, title, sections }) =>
      sections.map((section) => ({
        href: section.id === '' ? `/docs/${slug}` : `/docs/${slug}#${section.id}`,
        title: section.title || title,
        where: title,
        text: wordsOf(section.text),
      })),
    ),
    ...ofOperations(document),
    ...ofErrors(),
    ...ofSchemas(document),
    ...ofTests(tests),
  ];
}

/** Each word once: a search asks whether it is there, and whole sections are long. */
function wordsOf(text: string): string {
  return [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].join(' ').trim();
}

function ofOperations(document: OpenApiDocument): SearchEntry[] {
  return Array.from(endpointsOf(document), ([id, { path, operation }]) => {
    const { summary, description, parameters = [], requestBody } = operation;
    const body = Object.values(requestBody?.content ?? {})[0];
    const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.schema.properties ?? {})];
    const text = `${path} ${id} ${description} ${names.join(' ')}`;
    return { href: operationPath(id), title: summary, where: 'HTTP API', text };
  });
}

function ofErrors(): SearchEntry[] {
  const codes = ERROR_CODES.map((code) => {
    const { means, todo } = ERROR_GUIDE[code];
    return { href: `/docs/errors#${code}`, title: code, where: 'Errors', text: `${means} ${todo}` };
  });
  const declines = DECLINE_CODES.map((code) => {
    return {
      href: `/docs/errors#decline-${code}`,
      title: code,
      where: 'Decline codes',
      text: DECLINE_GUIDE[code],
    };
  });
  return [...codes, ...declines];
}

function ofSchemas({ components }: OpenApiDocument): SearchEntry[] {
  return Object.entries(components.schemas).map(([name, { properties = {} }]) => ({
    href: `/docs/schemas#schema-${name}`,
    title: name,
    where: 'Schemas',
    text: Object.keys(properties).join(' '),
  }));
}

function ofTests({ approvedCards, declinedCards, threeDsCards, switches }: SandboxCatalogue): SearchEntry[] {
  const page = { where: 'Test cards and amounts' };
  return [
    { ...page, href: '/docs/test-cards#approved', title: 'Approved cards', text: approvedCards.join(' ') },
    {
      ...page,
      href: '/docs/test-cards#refused',
      title: 'Refused cards',
      text: Object.keys(declinedCards).join(' '),
    },
    {
      ...page,
      href: '/docs/test-cards#three-ds',
      title: '3-D Secure cards',
      text: Object.keys(threeDsCards).join(' '),
    },
    { ...page, href: '/docs/test-cards#amounts', title: 'Test amounts', text: '2000 decline amount' },
    { ...page, href: '/docs/test-cards#switches', title: 'Switches', text: Object.keys(switches).join(' ') },
  ];
}
