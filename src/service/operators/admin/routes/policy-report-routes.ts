import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import type { PolicyReportsAnswer } from '../../../../contract/admin/policy-reports.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { policyReports } from '../../../tables/policy-reports.ts';

/** What the policies of the service's pages refused, as browsers reported it. */
export function policyReportRoutes({ db }: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/policy-reports', async (c) => {
    const rows = await db.select().from(policyReports).orderBy(desc(policyReports.lastAt));
    const reports = rows.map(({ firstAt, lastAt, ...kind }) => ({
      ...kind,
      first_at: firstAt.toISOString(),
      last_at: lastAt.toISOString(),
    }));
    return c.json({ status: 'OK', reports } satisfies PolicyReportsAnswer);
  });
  return routes;
}
