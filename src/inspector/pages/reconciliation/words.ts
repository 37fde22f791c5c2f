import type { Difference, ReconciliationSummary } from '../../../contract/admin/reconciliation.ts';

/** The result of a day, in a word or two. */
export function resultOf({ outcome, difference_count: count }: ReconciliationSummary): {
  readonly tone: 'good' | 'bad' | 'wait';
  readonly text: string;
} {
  if (outcome === 'equal') return { tone: 'good', text: 'They agree' };
  if (outcome === 'unread') return { tone: 'wait', text: 'Not compared' };
  return { tone: 'bad', text: count === 1 ? '1 difference' : `${count} differences` };
}

/** What a person from finance calls each kind. */
export const DIFFERENCE_TITLES: Readonly<Record<Difference['kind'], string>> = {
  missing_here: 'Only the acquirer has it',
  missing_there: 'Only this service has it',
  amount: 'Both have it, with other amounts',
  currency: 'Both have it, in other currencies',
  status: 'Money was moved, and here it has not succeeded',
  double: 'The acquirer has it twice',
  day: 'The acquirer has it on another day',
};

type Unread = { readonly title: string; readonly next: string };

const NO_REPORT: Unread = {
  title: 'The acquirer has given no report for this day',
  next: 'For three days it is asked again each hour. Compare again to ask it now.',
};

const UNREAD: Readonly<Record<string, Unread>> = {
  in_progress: { title: 'It is being compared', next: 'Look again in a minute.' },
  older: {
    title: 'An older version has compared this day',
    next: 'What it found cannot be shown any more: compare again.',
  },
  acquirer_unknown: {
    title: 'There is no acquirer of this name',
    next: 'Its configuration was removed: put it back, then compare again.',
  },
  report_not_offered: {
    title: 'The acquirer has given no report for this day',
    next: 'It gives none by itself: take the report from its own pages, and compare with the file.',
  },
  report_not_taken: {
    title: 'The acquirer has no reports as files',
    next: 'Compare again without a file.',
  },
  report_unreadable: {
    title: 'The report of this day could not be read',
    next: 'Compare again; if it stays so, compare with the report as a file, or ask the acquirer.',
  },
};

/** Why a day was not compared, and what to do, by the code that its reason begins with. */
export function unreadWords(reason: string | null): Unread {
  return UNREAD[reason?.split(':')[0] ?? ''] ?? NO_REPORT;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `Sat 3 May 2026`; other text as it is. */
export function dayText(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? day : dayFormat.format(at).replace(',', '');
}
