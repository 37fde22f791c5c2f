import type { Database } from '../../../store/database.ts';
import { inDraft } from '../../../store/optimistic/optimistic-transaction.ts';
import type { ServiceContext } from './context.ts';

/**
 * Does work whose writes are one commit. It is tried as a draft, which keeps nobody waiting; what comes to nothing so is
 * done anew in a transaction. [69]
 */
export async function runTransaction<Value>(
  context: ServiceContext,
  work: TransactionWork<Value>,
): Promise<Value> {
  const attempt = collecting(context, work);
  const drafted = await context.tracing.ofDraft(() => inDraft(context.db, attempt));
  return finish(drafted ? drafted.value : await context.db.transaction(attempt));
}

/** The same in a transaction at once: of work that no draft can do. */
export async function runLockingTransaction<Value>(
  context: ServiceContext,
  work: TransactionWork<Value>,
): Promise<Value> {
  return finish(await context.db.transaction(collecting(context, work)));
}

type TransactionWork<Value> = (inside: ServiceContext) => Promise<Value>;
type Done<Value> = { readonly value: Value; readonly effects: readonly (() => void)[] };

function collecting<Value>(context: ServiceContext, work: TransactionWork<Value>) {
  return async (db: Database): Promise<Done<Value>> => {
    const effects: (() => void)[] = [];
    const value = await work({ ...context, db, afterCommit: (effect) => effects.push(effect) });
    return { value, effects };
  };
}

function finish<Value>({ value, effects }: Done<Value>): Value {
  for (const effect of effects) effect();
  return value;
}
