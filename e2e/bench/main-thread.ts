import type { Browser } from '@playwright/test';

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/**
 * Milliseconds that the main threads of all pages and frames worked while `act` ran, in the processor's time: other programs on
 * the machine count for little. The browser traces whole tasks alone, which costs them next to nothing.
 */
export async function mainThreadMs(browser: Browser, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter(
    (event) =>
      event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && mains.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('Cannot measure: found no task of a main thread in the trace');
  return tasks.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0) / 1000;
}
