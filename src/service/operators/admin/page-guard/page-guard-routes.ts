import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import type { DoneAnswer } from '../../../../contract/admin/answer.ts';
import {
  AlarmReceiver,
  ApproveRequest,
  type GuardedPageAnswer,
  GuardedPageQuery,
  type GuardedPagesAnswer,
  type InventoryExportAnswer,
  VisitSetting,
} from '../../../../contract/admin/page-guard.ts';
import type { AppContext, AppEnv } from '../../../api/http/app-env.ts';
import { parseJson, readJson } from '../../../api/http/json-body.ts';
import { runRecorded } from '../../../api/http/middleware/run-recorded.ts';
import type { Act } from '../../../base/audit/record-act.ts';
import type { Core } from '../../../base/runtime/core.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { requireCallbackUrl } from '../../../callbacks/egress/require-callback-url.ts';
import { alarmReceivers, type GuardedPageRow, guardedPages, pageItems } from '../../../tables/page-guard.ts';
import { requireAccount } from '../list-accounts.ts';
import { pathNumber } from '../path-parameter.ts';
import { approveItems, closeAlarms } from './approve-items.ts';
import { exportInventory } from './export-inventory.ts';
import { listGuardedPages, readGuardedPage, readReceiver, requireGuardedPage } from './read-guarded-pages.ts';
import { setVisit } from './set-visit.ts';

const idOf = (c: AppContext) => pathNumber(c.req.param('id') ?? '');

/** The page guard: pages, their inventories and alarms, and what an operator decides about them. */
export function pageGuardRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/guarded-pages', async (c) => {
    const { account_id: accountId } = parseJson(GuardedPageQuery, c.req.query());
    const receiver = await readReceiver(runtime, Number(accountId));
    const pages = await listGuardedPages(runtime, Number(accountId));
    return c.json({ status: 'OK', receiver, pages } satisfies GuardedPagesAnswer);
  });
  routes.post('/guarded-pages', async (c) => {
    const setting = await readJson(c, VisitSetting);
    await runRecorded(c, runtime, async (core) => {
      const page = await setVisit(core, setting);
      return { record: actOn(page, 'page.visits-set', { address: setting.address }), result: undefined };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  routes.put('/guarded-pages/receiver', async (c) => {
    const { account_id: accountId, url } = await readJson(c, AlarmReceiver);
    if (url !== null) requireCallbackUrl(url, runtime.egress);
    await runRecorded(c, runtime, async (core) => {
      await requireAccount(core, accountId);
      await setReceiver(core, accountId, url);
      return { record: { act: 'page-alarms.receiver-set', accountId, details: { url } }, result: undefined };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  routes.get('/guarded-pages/:id', async (c) =>
    c.json({ status: 'OK', ...(await readGuardedPage(runtime, idOf(c))) } satisfies GuardedPageAnswer),
  );
  routes.get('/guarded-pages/:id/export', async (c) =>
    c.json({ status: 'OK', jws: await exportInventory(runtime, idOf(c)) } satisfies InventoryExportAnswer),
  );
  addDecisions(routes, runtime);
  return routes;
}

/** What an operator decides about one page. Each is in the audit log. */
function addDecisions(routes: Hono<AppEnv>, runtime: Runtime): void {
  const decide = async (c: AppContext, verb: (core: Core, page: GuardedPageRow) => Promise<Act>) => {
    await runRecorded(c, runtime, async (core) => {
      const page = await requireGuardedPage(core, idOf(c));
      return { record: await verb(core, page), result: undefined };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  };
  routes.post('/guarded-pages/:id/approve', async (c) => {
    const request = await readJson(c, ApproveRequest);
    return decide(c, async (core, page) => {
      const count = await approveItems(core, page, request);
      return actOn(page, 'page-items.approved', { ...request, count });
    });
  });
  routes.post('/guarded-pages/:id/close-alarms', (c) =>
    decide(c, async (core, page) => {
      await closeAlarms(core, page.id);
      return actOn(page, 'page-alarms.closed');
    }),
  );
  routes.delete('/guarded-pages/:id', (c) =>
    decide(c, async (core, page) => {
      await core.db.delete(guardedPages).where(eq(guardedPages.id, page.id));
      return actOn(page, 'page.forgotten');
    }),
  );
  routes.delete('/guarded-pages/:id/items/:item', (c) =>
    decide(c, async (core, page) => {
      const item = pathNumber(c.req.param('item'));
      const isThis = and(eq(pageItems.pageId, page.id), eq(pageItems.id, item));
      const [row] = await core.db.delete(pageItems).where(isThis).returning();
      if (!row) throw new ServiceError('not_found', 'Cannot forget this: the page has no such item');
      return actOn(page, 'page-items.forgotten', { kind: row.kind, place: row.place });
    }),
  );
}

async function setReceiver({ db }: Core, accountId: number, url: string | null): Promise<void> {
  const isThis = eq(alarmReceivers.accountId, accountId);
  if (url === null) await db.delete(alarmReceivers).where(isThis);
  else
    await db
      .insert(alarmReceivers)
      .values({ accountId, url })
      .onConflictDoUpdate({ target: alarmReceivers.accountId, set: { url } });
}

const actOn = (
  { accountId, origin, name }: GuardedPageRow,
  act: Act['act'],
  details?: Act['details'],
): Act => ({ act, accountId, subject: `page ${origin} ${name}`, details });
