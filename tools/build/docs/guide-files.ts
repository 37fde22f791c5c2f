/** Which files of the repository are guides, and at which address the service shows each. */
export type GuideFile = {
  /** The last part of its address: `/docs/<slug>`. */
  readonly slug: string;
  readonly title: string;
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
    file: 'README.md',
    sections: ['Try it', 'How a payment goes', 'A shop in two files'],
  },
  { slug: 'integrate', title: 'Integrate', file: 'docs/integrate.md' },
  { slug: 'callbacks', title: 'Callbacks', file: 'docs/callbacks.md' },
  { slug: 'testing', title: 'Testing', file: 'docs/testing.md' },
  {
    slug: 'go-live',
    title: 'Go live',
    file: 'README.md',
    sections: ['Go live'],
    lead: 'With a real processor the service sends it whole card numbers and security codes, so whoever runs it is in the full scope of PCI DSS.',
  },
  { slug: 'security', title: 'Security model', file: 'SECURITY.md' },
  {
    slug: 'threats',
    title: 'Threats',
    file: 'docs/threats.md',
    lists: false,
    lead: 'The attacks that we know. For each, `docs/threats.md` in the repository names the code that stands in the way and the tests that try it.',
  },
  { slug: 'money', title: 'How money moves', file: 'docs/money.md' },
  { slug: 'run', title: 'Run the service', file: 'docs/run.md' },
  { slug: 'connectors', title: 'Connectors', file: 'docs/connectors.md' },
  { slug: 'vault', title: 'Leave with the cards', file: 'docs/vault.md' },
  { slug: 'sdk', title: 'SDK reference', file: 'docs/reference.md' },
  { slug: 'sdk-react', title: 'React reference', file: 'docs/reference-react.md' },
  { slug: 'sdk-element', title: 'Custom element reference', file: 'docs/reference-element.md' },
  { slug: 'sdk-server', title: 'Backend reference', file: 'docs/reference-server.md' },
  { slug: 'sdk-testing', title: 'Test helpers reference', file: 'docs/reference-testing.md' },
  { slug: 'sdk-doubles', title: 'Doubles reference', file: 'docs/reference-doubles.md' },
  { slug: 'inspector', title: 'Inspector', file: 'docs/inspector.md' },
];
