import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../api/http/app-env.ts';
import { readBody, withoutSlot } from '../../api/http/form-body.ts';
import { readReports } from '../policy-reports/read-report.ts';
import type { ReportCounts } from '../policy-reports/report-counts.ts';

const PATH = '/policy-reports';

/** Asks browsers to report what a page's policy refused. The older name is for browsers without the newer. */
export const askForReports = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  const policy = headers.get('Content-Security-Policy');
  if (!policy || !headers.get('Content-Type')?.startsWith('text/html')) return;
  const address = c.get('service').config.baseUrl + PATH;
  headers.set('Content-Security-Policy', `${policy}; report-uri ${address}; report-to policy`);
  headers.set('Reporting-Endpoints', `policy="${address}"`);
});

/** Takes reports of browsers. Any client can send one, so nothing depends on it, and the answer is always the same. */
export function policyReportRoutes(counts: ReportCounts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(PATH, async (c) => {
    const body = await withoutSlot(c, readBody(c));
    counts.count(readReports(parse(body), c.get('service').config.baseUrl));
    return c.body(null, 204);
  });
  return routes;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
