import { randomUUID } from 'node:crypto';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { ulid } from '../../base/ulid.ts';
import { ask } from '../../payments/asking/ask.ts';
import { endAttempt, insertAttempt } from '../../payments/attempts.ts';
import { insertStart, writeOutcome } from '../../payments/write-operation.ts';
import { claimSale } from './claim-sale.ts';

/**
 * The two transactions of a SALE around its question, and nothing else: no request is judged, no question sealed, no answer
 * presented. Its rows are those of a real SALE, under other ids.
 */
export async function bareSale(runtime: Runtime): Promise<() => Promise<void>> {
  const { claim, before, after } = await claimSale(runtime);
  return async () => {
    const id = ulid(new Date());
    const payment = { ...before.payment, id: randomUUID() };
    const operation = { ...before.operation, id, transactionId: `txn_${id}`, paymentId: payment.id };
    const attempt = { ...claim.attempt, key: id, operationId: id, paymentId: payment.id, reference: id };
    const question = {
      ...claim.question,
      key: id,
      reference: id,
      merchantReference: operation.transactionId,
    };
    await runTransaction(runtime, async (core) => {
      await insertStart(core, { payment, operation, token: before.token });
      await insertAttempt(core, attempt);
    });
    const reply = await ask(runtime, { question, attempt });
    await runTransaction(runtime, async (core) => {
      const { status, returnCode, authcode } = after.operation;
      await endAttempt(core, attempt, { reply });
      await writeOutcome(core, {
        operation: { ...operation, status, returnCode, authcode },
        payment: { ...after.payment, id: payment.id },
        settlesAt: after.settlesAt,
      });
    });
  };
}
