import { eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import type { createApp } from '../../main/app.ts';
import { type AttemptRow, attempts } from '../../tables/attempts.ts';
import { operations } from '../../tables/payments.ts';

/** For tests: sends a billing request as the demo account's backend does. `key`: its `Idempotency-Key`. */
export async function postBilling(
  app: ReturnType<typeof createApp>,
  values: Readonly<Record<string, string>>,
  key?: string,
) {
  const headers = { secretKey: 'sk_sandbox_demo', ...(key !== undefined && { 'Idempotency-Key': key }) };
  const sent = { method: 'POST', body: new URLSearchParams(values), headers };
  const answer = await app.request('/wallet/api/v1/billing', sent);
  const text = await answer.text();
  const body = JSON.parse(text);
  const { transaction, error } = body;
  return {
    status: answer.status,
    text,
    body,
    isReplay: answer.headers.get('Idempotent-Replayed') === 'true',
    transaction,
    id: String(transaction?.transactionID),
    code: error?.code,
  };
}

/** For tests: the attempt of a transaction's operation. */
export async function attemptOf(
  { db }: Pick<Core, 'db'>,
  transactionId: string,
): Promise<AttemptRow | undefined> {
  const [found] = await db
    .select({ attempt: attempts })
    .from(attempts)
    .innerJoin(operations, eq(operations.id, attempts.operationId))
    .where(eq(operations.transactionId, transactionId));
  return found?.attempt;
}
