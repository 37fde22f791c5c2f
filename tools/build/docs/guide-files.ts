/** Which files of the repository are guides, and at which address the service shows each. */
export type GuideFile = {
  /** The last part of its address: `/docs/<slug>`. */
  readonly slug: string;
  readonly title: string;
  /** What a list of the guides says of it. */
  readonly about: string;
  readonly file: string;
  /** Titles of the sections to show, in the file's order; default: all. */
  readonly sections?: readonly string[];
  /** Whether its lists are shown; default: they are. */
  readonly lists?: boolean;
  /** In place of what stands before the file's first heading. */
  readonly lead?: string;
};

export const GUIDE_FILES: readonly GuideFile[] = [
  {
    slug: 'quickstart',
    title: 'Quickstart',
    about: 'a card payment in two files, run on your machine',
    file: 'README.md',
    sections: ['Try it', 'How a payment goes', 'A shop in two files'],
  },
  {
    slug: 'integrate',
    title: 'Integrate',
    about: 'script tag, module, React, Vue, Next, element; sessions, payments, looks, page headers',
    file: 'docs/integrate.md',
  },
  {
    slug: 'page',
    title: 'On your page',
    about: 'what the wallet does not do, single-page apps, fixes for a pinned script',
    file: 'docs/page.md',
  },
  {
    slug: 'callbacks',
    title: 'Callbacks',
    about: 'signed notifications: receive, verify, answer',
    file: 'docs/callbacks.md',
  },
  {
    slug: 'page-guard',
    title: 'Page guard',
    about: 'an inventory of your checkout page and an alarm when it changes (PCI DSS 6.4.3, 11.6.1)',
    file: 'docs/page-guard.md',
  },
  {
    slug: 'testing',
    title: 'Testing',
    about: 'test cards, browser tests, tests of components, the clock, disputes',
    file: 'docs/testing.md',
  },
  {
    slug: 'go-live',
    title: 'Go live',
    about: 'a checklist from an empty machine to real money, PCI DSS in plain words',
    file: 'docs/go-live.md',
  },
  {
    slug: 'security',
    title: 'Security model',
    about: 'what the wallet keeps from whom',
    file: 'SECURITY.md',
  },
  {
    slug: 'threats',
    title: 'Threats',
    about: 'attacks and what stands in their way',
    file: 'docs/threats.md',
    lists: false,
    lead: 'The attacks that we know. For each, `docs/threats.md` in the repository names the code that stands in the way and the tests that try it.',
  },
  {
    slug: 'backends',
    title: 'Other backends',
    about: 'whole shops in Python and PHP; what each answer means in any language',
    file: 'docs/backends.md',
  },
  {
    slug: 'money',
    title: 'How money moves',
    about: 'how an authorisation becomes money, and goes back',
    file: 'docs/money.md',
  },
  {
    slug: 'run',
    title: 'Run the service',
    about: 'settings, deployment, backup, keys, logs, metrics',
    file: 'docs/run.md',
  },
  {
    slug: 'recovery',
    title: 'Back to a second',
    about: 'an archive of the database, and the store as it was at a second of your choice',
    file: 'docs/recovery.md',
  },
  { slug: 'connectors', title: 'Connectors', about: 'real acquirers', file: 'docs/connectors.md' },
  {
    slug: 'vault',
    title: 'Leave with the cards',
    about: 'saved cards to another vault, in a file that two custodians open together',
    file: 'docs/vault.md',
  },
  {
    slug: 'sdk',
    title: 'SDK reference',
    about: 'every call, setting, event and error code of the page',
    file: 'docs/reference.md',
  },
  {
    slug: 'sdk-react',
    title: 'React reference',
    about: 'components and the hook',
    file: 'docs/reference-react.md',
  },
  {
    slug: 'sdk-element',
    title: 'Custom element reference',
    about: 'attributes, properties and events',
    file: 'docs/reference-element.md',
  },
  {
    slug: 'sdk-server',
    title: 'Backend reference',
    about: 'the client of a Node backend',
    file: 'docs/reference-server.md',
  },
  {
    slug: 'sdk-testing',
    title: 'Test helpers reference',
    about: 'helpers for Playwright',
    file: 'docs/reference-testing.md',
  },
  {
    slug: 'sdk-doubles',
    title: 'Doubles reference',
    about: 'doubles for tests of components',
    file: 'docs/reference-doubles.md',
  },
  {
    slug: 'inspector',
    title: 'Inspector',
    about: 'what a developer sees of payments and callbacks',
    file: 'docs/inspector.md',
  },
];
