import { OPERATIONS } from '../../../api/openapi/operations/all-operations.ts';

export type PageLink = { readonly href: string; readonly text: string; readonly depth?: number };

type Group = {
  readonly title: string;
  readonly links: readonly PageLink[];
  /** Folded up, but where one is the page itself. */
  readonly isLong?: boolean;
};

/** The webhook, which is listed with the operations. */
export const CALLBACK = { id: 'callback', summary: 'Callback: the result of an operation', tag: 'Billing' };

/** Where the page of an operation is. */
export const operationPath = (id: string) => `/docs/api/${id}`;

/** The operations of a tag, as links. */
function operationLinks(tag: string): readonly PageLink[] {
  return [...OPERATIONS, CALLBACK]
    .filter((operation) => operation.tag === tag)
    .map(({ id, summary }) => ({ href: operationPath(id), text: summary }));
}

/** Every page, as the navigation groups them. */
export const PAGES: readonly Group[] = [
  {
    title: 'Start',
    links: [
      { href: '/docs', text: 'Overview' },
      { href: '/docs/quickstart', text: 'Quickstart' },
      { href: '/docs/test-cards', text: 'Test cards and amounts' },
    ],
  },
  {
    title: 'Guides',
    links: [
      { href: '/docs/integrate', text: 'Integrate' },
      { href: '/docs/page', text: 'On your page' },
      { href: '/docs/backends', text: 'Other backends' },
      { href: '/docs/callbacks', text: 'Callbacks' },
      { href: '/docs/page-guard', text: 'Page guard' },
      { href: '/docs/testing', text: 'Testing' },
      { href: '/docs/inspector', text: 'Inspector' },
      { href: '/docs/go-live', text: 'Go live' },
      { href: '/docs/security', text: 'Security model' },
      { href: '/docs/threats', text: 'Threats' },
      { href: '/docs/money', text: 'How money moves' },
      { href: '/docs/run', text: 'Run the service' },
      { href: '/docs/connectors', text: 'Connectors' },
      { href: '/docs/vault', text: 'Leave with the cards' },
    ],
  },
  {
    title: 'Reference',
    links: [
      { href: '/docs/sdk', text: 'SDK' },
      { href: '/docs/sdk-react', text: 'React' },
      { href: '/docs/sdk-element', text: 'Custom element' },
      { href: '/docs/sdk-server', text: 'Node backend' },
      { href: '/docs/sdk-testing', text: 'Test helpers' },
      { href: '/docs/sdk-doubles', text: 'Doubles' },
      { href: '/docs/api', text: 'HTTP API' },
      { href: '/docs/schemas', text: 'Schemas' },
      { href: '/docs/errors', text: 'Errors' },
      { href: '/openapi.json', text: 'OpenAPI document' },
    ],
  },
  { title: 'Users', links: operationLinks('Users') },
  { title: 'Billing', links: operationLinks('Billing') },
  { title: 'What the wallet calls', links: operationLinks('Wallet'), isLong: true },
  { title: 'Keys and health', links: operationLinks('Service'), isLong: true },
];
