import { guides } from 'virtual:docs-guides';

/** What a coding agent reads first, in the form of llmstxt.org: what this is, and where to read on, all as text. */
export const llmsText = (baseUrl: string): string => `# Embeddable wallet

> One frame on a shop's checkout page takes cards, saved cards and instant payments, with 3-D Secure. The page uses the SDK, the shop's
> backend a JSON API. A sandbox: test cards, no money.

The secret key stays in the backend, and never comes to a page. An order is paid only by what the lookup of its transaction shows. Each
attempt to pay has a transaction id that the backend stores before it bills.

## Guides

${guides.map(({ slug, title, about }) => `- [${title}](${baseUrl}/docs/${slug}.md): ${about}`).join('\n')}

## HTTP API

- [OpenAPI document](${baseUrl}/openapi.json): every operation, parameter, answer and error code
`;
