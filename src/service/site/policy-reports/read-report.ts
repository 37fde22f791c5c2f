import * as z from 'zod/mini';
import { redactCardNumbers } from '../../base/card-numbers.ts';

/** The kind of a report: all that is stored of it. */
export type ReportKind = { readonly page: string; readonly directive: string; readonly blocked: string };

const MAX_REPORTS = 20;
const text = z.optional(z.unknown());
/** The form of the Reporting API, which sends several at once. */
const ReportingApiReports = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }),
  }),
);
/** The form of `report-uri`, for browsers without that API. */
const CspReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});

/** Known pages. The rest of their addresses is secret or private. */
const PAGES = [
  { page: 'frame', start: '/wallet/frame' },
  { page: 'box', start: '/3ds/' },
  { page: 'docs', start: '/docs' },
];
const WORDS: ReadonlySet<unknown> = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'about',
  'filesystem',
  'trusted-types-policy',
  'trusted-types-sink',
]);

/** Known directives. Any other word counts as `other`, because it may be forged. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  'default-src',
  'connect-src',
  'font-src',
  'frame-src',
  'child-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'prefetch-src',
  'fenced-frame-src',
  'worker-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'navigate-to',
  'sandbox',
  'plugin-types',
  'require-trusted-types-for',
  'trusted-types',
  'upgrade-insecure-requests',
  'block-all-mixed-content',
]);

/**
 * Classifies reports on our own pages by fixed words. Any client can send a report, so none of it is trusted or
 * repeated whole.
 */
export function readReports(body: unknown, baseUrl: string): ReportKind[] {
  return readAll(body).flatMap((report) => (isOf(baseUrl, report.document) ? [kindOf(report)] : []));
}

type Report = { readonly document: unknown; readonly directive: unknown; readonly blocked: unknown };

function readAll(body: unknown): Report[] {
  const reports = ReportingApiReports.safeParse(body);
  if (reports.success) {
    return reports.data
      .slice(0, MAX_REPORTS)
      .map(({ body: { documentURL, effectiveDirective, blockedURL } }) => ({
        document: documentURL,
        directive: effectiveDirective,
        blocked: blockedURL,
      }));
  }
  const cspReport = CspReport.safeParse(body);
  if (!cspReport.success) return [];
  const report = cspReport.data['csp-report'];
  const directive = report['effective-directive'] ?? report['violated-directive'];
  return [{ document: report['document-uri'], directive, blocked: report['blocked-uri'] }];
}

/** Whether the report is on one of our own pages, as all reports of browsers are. */
function isOf(baseUrl: string, document: unknown): boolean {
  return urlOf(document)?.origin === new URL(baseUrl).origin;
}

function kindOf({ document, directive, blocked }: Report): ReportKind {
  const path = urlOf(document)?.pathname ?? '';
  const page = PAGES.find(({ start }) => path.startsWith(start))?.page ?? 'other';
  return { page, directive: directiveOf(directive), blocked: blockedOf(blocked) };
}

function directiveOf(directive: unknown): string {
  const [name = ''] = typeof directive === 'string' ? directive.split(' ') : [];
  return DIRECTIVES.has(name) ? name : 'other';
}

function blockedOf(blocked: unknown): string {
  if (WORDS.has(blocked)) return String(blocked);
  const { origin = 'null' } = urlOf(blocked) ?? {};
  return origin === 'null' || origin.length > 128 ? 'other' : redactCardNumbers(origin);
}

function urlOf(address: unknown): URL | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
}

/** Whether the kind names an origin, which no list contains. Everything else in a kind is one of the fixed words. */
export const namesOrigin = ({ blocked }: ReportKind) => blocked.includes('://');
