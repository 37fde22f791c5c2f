import { and, desc, eq, lt } from 'drizzle-orm';
import { Hono } from 'hono';
import {
  type AuditAnswer,
  type AuditEntry,
  AuditQuery,
  type AuditVerdictAnswer,
  NotedHead,
} from '../../../../contract/admin/audit.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { parseJson } from '../../../api/http/json-body.ts';
import { hex } from '../../../base/audit/audit-chain.ts';
import { errorLogFields } from '../../../base/error-log-fields.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { type AuditRow, auditLog } from '../../../tables/audit.ts';
import { sealActs } from '../../audit/seal-acts.ts';
import { verifyChain } from '../../audit/verify-chain.ts';
import { PAGE_READ, pageOf } from '../page.ts';

/** Who did what. Reading also seals the acts that are not yet in the chain. */
export function auditRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/audit', async (c) => {
    const query = parseJson(AuditQuery, c.req.query());
    await sealNow(runtime);
    return c.json({ status: 'OK', ...(await listActs(runtime, query)) } satisfies AuditAnswer);
  });
  routes.get('/audit/verify', async (c) => {
    const { seq, hash } = parseJson(NotedHead, c.req.query());
    await sealNow(runtime);
    const verdict = await verifyChain(runtime, seq && hash ? { seq, hash } : undefined);
    return c.json({ status: 'OK', verdict } satisfies AuditVerdictAnswer);
  });
  return routes;
}

/** A failure is only logged: a broken chain can still be read. */
async function sealNow(runtime: Runtime) {
  await sealActs(runtime).catch((error: unknown) => {
    runtime.log.error({ ...errorLogFields(error), reason: 'seal the audit log' }, 'due work failed');
  });
}

async function listActs({ db }: Runtime, { account_id, before }: AuditQuery) {
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        account_id === undefined ? undefined : eq(auditLog.accountId, account_id),
        before === undefined ? undefined : lt(auditLog.seq, before),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(PAGE_READ);
  const { page, next } = pageOf(rows, ({ seq }) => seq);
  return { entries: page.map(auditEntry), next };
}

function auditEntry(row: AuditRow): AuditEntry {
  const { seq, id, actor, address, act, subject } = row;
  return {
    seq,
    id,
    at: row.at.toISOString(),
    actor,
    actor_id: row.actorId,
    address,
    act,
    account_id: row.accountId,
    subject,
    details: JSON.parse(row.details),
    hash: hex(row.hash),
  };
}
