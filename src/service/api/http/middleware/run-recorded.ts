import { type Act, type Actor, recordAct } from '../../../base/audit/record-act.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { runLockingTransaction } from '../../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import type { AppContext } from '../app-env.ts';
import { clientAddress } from '../client-address.ts';

/** Who sends the request, once it is authenticated. */
export function actorOf(c: AppContext): Actor {
  const actor = c.get('actor');
  if (!actor) throw new Error('Cannot tell who acts: the request is not authenticated');
  return { kind: actor.kind, id: actor.id, address: clientAddress(c) };
}

/** The act to record, null where the verb changed nothing, and the result. */
type Recordable<Result> = { readonly record: Act | null; readonly result: Result };

/** Runs a verb and records its act in one transaction. An error undoes both. */
export async function runRecorded<Result>(
  c: AppContext,
  runtime: Runtime,
  verb: (core: Core) => Promise<Recordable<Result>>,
): Promise<Result> {
  const result = await runLockingTransaction(runtime, async (core) => {
    const { record, result } = await verb(core);
    if (record) await recordAct(core, actorOf(c), record);
    return result;
  });
  // The act may have changed a key or a merchant.
  runtime.rowCache.forget();
  return result;
}
