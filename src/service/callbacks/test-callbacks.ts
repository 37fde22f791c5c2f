import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { requireTransaction, type Transaction } from '../billing/load-transaction.ts';
import { callbacks } from '../db/tables/callbacks.ts';
import { operations } from '../db/tables/payments.ts';
import type { TestShop } from '../test-shop.ts';
import { startCallbackWorker } from './callback-worker.ts';
import { enqueueCallback } from './enqueue-callback.ts';

type Sale = {
  readonly url: string;
  readonly form?: Record<string, string>;
  readonly metadata?: Record<string, unknown>;
  /** Null: told at once, no answer waits. */
  readonly answerTo?: string | null;
};

/** For tests: an operation with a callback URL, and its callback. */
export async function billWithCallback(shop: TestShop, sale: Sale): Promise<Transaction> {
  const form = {
    ...{ method: 'SALE', amount: '10.50', currency: 'EUR', merchant_id: '1001' },
    ...{ ccToken: 'tok_sandbox_4242424242424242', ...sale.form },
  };
  const { operation } = await shop.bill(form, sale.metadata);
  return shop.context.db.transaction(async (db) => {
    const inside = { ...shop.context, db };
    // A follow-up of a start with a callback URL has one already.
    await db.delete(callbacks).where(eq(callbacks.operationId, operation.id));
    await db.update(operations).set({ callbackUrl: sale.url }).where(eq(operations.id, operation.id));
    const transaction = await requireTransaction(inside, operation);
    await enqueueCallback(inside, { transaction, answerTo: sale.answerTo ?? null });
    return transaction;
  });
}

/** Runs only when told, without jitter, in the sandbox's profile. */
export function openTestWorker(
  shop: TestShop,
  options: Partial<Parameters<typeof startCallbackWorker>[1]> = {},
) {
  return startCallbackWorker(shop.context, {
    profile: 'sandbox',
    pollMs: null,
    random: () => 0.5,
    ...options,
  });
}

export async function callbackOf(shop: TestShop, { operation }: Transaction) {
  const [row] = await shop.context.db.select().from(callbacks).where(eq(callbacks.operationId, operation.id));
  if (!row) throw new Error('no callback');
  return row;
}

export const newRequestId = () => randomUUID();
