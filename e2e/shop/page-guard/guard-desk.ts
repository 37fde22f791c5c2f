import { setTimeout as delay } from 'node:timers/promises';
import { askAdmin } from '../../support/stack/admin-client.ts';
import type { Stack } from '../../support/stack/stack.ts';

const WITHIN_MS = 15_000;

type Item = { readonly id: number; readonly kind: string; readonly place: string; readonly print: string };
type Alarm = { readonly kind: string; readonly items: readonly Item[]; readonly count: number };
type GuardedPage = {
  readonly page: {
    readonly id: number;
    readonly report_count: number;
    readonly visited_at: string | null;
    readonly visit_failure: string | null;
  };
  readonly items: readonly Item[];
  readonly alarms: readonly Alarm[];
};

/** The operator's side of one guarded page. */
export function guardDesk({ inspectorUrl }: Stack, address: string) {
  const { origin, pathname } = new URL(address);
  const find = async (): Promise<GuardedPage | undefined> => {
    const { pages } = await askAdmin(inspectorUrl, '/api/guarded-pages?account_id=1');
    const page = pages.find(
      (one: { origin: string; name: string }) => one.origin === origin && one.name === pathname,
    );
    return page && askAdmin(inspectorUrl, `/api/guarded-pages/${page.id}`);
  };
  const until = async (isSo: (page: GuardedPage) => boolean, what: string): Promise<GuardedPage> => {
    let found: GuardedPage | undefined;
    for (const giveUpAt = Date.now() + WITHIN_MS; Date.now() < giveUpAt; await delay(150)) {
      found = await find();
      if (found && isSo(found)) return found;
    }
    throw new Error(`Cannot wait for ${what}: found ${JSON.stringify(found?.page)}`);
  };
  return {
    find,
    until,
    reported: (count: number) => until(({ page }) => page.report_count >= count, `${count} reports`),
    /** Has the service visit the page, and waits for it. */
    async visit(): Promise<GuardedPage> {
      const before = (await find())?.page.visited_at ?? null;
      await askAdmin(inspectorUrl, '/api/guarded-pages', { account_id: 1, address });
      return until(({ page }) => page.visited_at !== null && page.visited_at !== before, 'a visit');
    },
    async approve(reason = 'as it was built'): Promise<void> {
      const { page } = await until(() => true, 'the page');
      await askAdmin(inspectorUrl, `/api/guarded-pages/${page.id}/approve`, { reason });
    },
    /** What the alarms name that were raised since the approval. */
    async alarmed(): Promise<readonly (Item & { readonly alarm: string })[]> {
      const { alarms } = await until(() => true, 'the page');
      return alarms
        .filter(({ kind }) => kind !== 'page')
        .flatMap(({ kind, items }) => items.map((item) => ({ ...item, alarm: kind })));
    },
  };
}
