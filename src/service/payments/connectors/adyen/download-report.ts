import type { AcquirerCall, ReportReply } from '../../../base/processor/acquirer.ts';
import { askOverHttp } from '../http-question.ts';
import type { Login } from './adyen-settings.ts';
import { readReportText } from './settlement-report.ts';

/** The vendor's own; the address comes with a notification, and a signature does not make it safe. */
const HOSTS = new Set(['ca-test.adyen.com', 'ca-live.adyen.com']);
const TIMEOUT_MS = 120_000;
/** Some 100,000 lines: it is read whole, in the process that takes payments. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024;

/** Whether a report may be fetched from an address: REPORT_AVAILABLE has it in `reason`. */
export function isReportAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  return protocol === 'https:' && HOSTS.has(hostname) && port === '' && username === '' && password === '';
}

/** Fetches a settlement detail report. Follows no redirect, so the login goes to the vendor alone. */
export async function downloadReport(
  url: string,
  { login, call }: { readonly login: Login; readonly call: AcquirerCall },
): Promise<ReportReply> {
  if (!isReportAddress(url)) return { kind: 'unreadable', reason: 'address_forbidden' };
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;
  const question = { url, method: 'GET', headers: { Authorization: authorization } } as const;
  const outcome = await askOverHttp(question, {
    call,
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_REPORT_BYTES,
  });
  if (outcome.kind !== 'answered') return outcome;
  // Neither the login nor the address gets better by asking again.
  const isFinal = outcome.status >= 300 && outcome.status < 500 && outcome.status !== 429;
  if (isFinal) return { kind: 'unreadable', reason: `status_${outcome.status}` };
  if (outcome.status !== 200) return { kind: 'unknown', reason: `status_${outcome.status}` };
  return readReportText(outcome.text);
}
