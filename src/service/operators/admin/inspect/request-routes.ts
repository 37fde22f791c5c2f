import { inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { type AdminRequest, RequestQuery, type RequestsAnswer } from '../../../../contract/admin/requests.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { parseJson } from '../../../api/http/json-body.ts';
import type { RecentRequest } from '../../../base/runtime/recent-requests.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { walletSessions } from '../../../tables/sessions.ts';
import { adminRequestOf } from './admin-request.ts';

const MOST = 200;

/** The latest requests of this process, for a look and for a feed that polls. */
export function requestRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/requests', async (c) => {
    const query = parseJson(RequestQuery, c.req.query());
    // Read first: a request that is answered meanwhile is left for the next answer.
    const last = runtime.requests.last();
    const requestsUpToLast = (await withAccounts(runtime)).filter(({ seq }) => seq <= last);
    const requests = requestsUpToLast.filter((request) => isWanted(request, query)).slice(0, MOST);
    return c.json({
      status: 'OK',
      requests,
      last,
      oldest: requestsUpToLast.at(-1)?.seq ?? last,
      list_id: runtime.requests.id,
    } satisfies RequestsAnswer);
  });
  return routes;
}

/** A token exchange does not know its account until it is done, but its session does. */
async function withAccounts(runtime: Runtime): Promise<AdminRequest[]> {
  const requests = runtime.requests.held();
  const sessionsWithoutAccount = requests
    .filter(({ accountId }) => accountId === undefined)
    .flatMap(sessionOf);
  const rows = await runtime.db
    .select({ id: walletSessions.id, accountId: walletSessions.accountId })
    .from(walletSessions)
    .where(inArray(walletSessions.id, [...new Set(sessionsWithoutAccount)]));
  const accounts = new Map(rows.map(({ id, accountId }) => [id, accountId]));
  return requests.map((request) => {
    const adminRequest = adminRequestOf(request);
    return {
      ...adminRequest,
      account_id: adminRequest.account_id ?? accounts.get(request.walletSessionId ?? '') ?? null,
    };
  });
}

function sessionOf({ walletSessionId }: RecentRequest): string[] {
  return walletSessionId === undefined ? [] : [walletSessionId];
}

const NAMES = ['account_id', 'request_id', 'wallet_session_id', 'transaction_id', 'order_id'] as const;

function isWanted(request: AdminRequest, query: RequestQuery): boolean {
  if (query.after !== undefined && request.seq <= query.after) return false;
  if (query.before !== undefined && request.seq >= query.before) return false;
  if (query.failed !== undefined && request.status < 400) return false;
  return NAMES.every((name) => query[name] === undefined || query[name] === request[name]);
}
