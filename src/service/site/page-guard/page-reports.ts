import { eq } from 'drizzle-orm';
import type { PageItem } from '../../../contract/page-guard/page-items.ts';
import { PageReport } from '../../../contract/page-guard/page-report.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { redactCardNumbers } from '../../base/card-numbers.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { isRegisteredOrigin } from '../../shoppers/accounts/registered-origins.ts';
import { accounts } from '../../tables/accounts.ts';
import { countReports, findOrAddPage, MAX_REPORTED_PAGES } from './guarded-page.ts';
import { recordItems } from './record-items.ts';

/** Pages whose reports wait, and items of each: whatever comes beyond is dropped. */
const MAX_WAITING_PAGES = 50;
const MAX_WAITING_ITEMS = 500;

type WaitingPage = {
  readonly key: string;
  readonly origin: string;
  readonly name: string;
  readonly items: Map<string, PageItem>;
  count: number;
};

/** Reports that this process has taken and not yet written, by page: however many come, the store sees few. */
export type PageReports = {
  /** `origin`: as the browser names it. What is no report changes nothing. */
  take(report: unknown, origin: string | undefined): void;
  /** Writes what has come. Due each second. */
  write(runtime: Runtime): Promise<void>;
};

export function pageReports(): PageReports {
  const waiting = new Map<string, WaitingPage>();
  return {
    take(body, origin) {
      const report = PageReport.safeParse(body);
      if (!report.success || origin === undefined || origin.length > 256) return;
      const { key, page, items } = report.data;
      const id = JSON.stringify([key, origin, page]);
      const known = waiting.get(id);
      if (!known && waiting.size >= MAX_WAITING_PAGES) return;
      const of = known ?? { key, origin, name: harmless(page), items: new Map(), count: 0 };
      of.count += 1;
      waiting.set(id, of);
      for (const [kind, place, print] of items)
        if (of.items.size < MAX_WAITING_ITEMS) {
          const item = [kind, harmless(place), print] as const;
          of.items.set(item.join(' '), item);
        }
    },
    async write(runtime) {
      for (const [id, page] of [...waiting]) {
        // Taken out at once: what comes meanwhile waits anew.
        waiting.delete(id);
        await write(runtime, page);
      }
    },
  };
}

/** As text that neither a page, a terminal nor a log obeys, and without what may be a card's number. */
const harmless = (text: string) => redactCardNumbers(visibleText(text)).slice(0, 300);

async function write(runtime: Runtime, { key, origin, name, items, count }: WaitingPage): Promise<void> {
  const [account] = await runtime.db.select().from(accounts).where(eq(accounts.publishableKey, key));
  if (!account || !isRegisteredOrigin(account.origins, origin)) return;
  await runLockingTransaction(runtime, async (core) => {
    const page = await findOrAddPage(core, { accountId: account.id, origin, name, most: MAX_REPORTED_PAGES });
    if (!page) return core.metrics.pageAlarmed('full');
    await recordItems(core, page, { seenBy: 'page', items: [...items.values()] });
    await countReports(core, page, count);
  });
}
