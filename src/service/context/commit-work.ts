import type { Database } from '../../store/database.ts';
import { inDraft } from '../../store/drafts/draft.ts';
import type { ServiceContext } from './context.ts';

/**
 * Does work whose writes are one commit. It is tried as a draft, which keeps nobody waiting; what comes to nothing so is
 * done anew in a transaction. [69]
 */
export async function commitWork<Value>(
  context: ServiceContext,
  work: (inside: ServiceContext) => Promise<Value>,
): Promise<Value> {
  const attempt = async (db: Database) => {
    const effects: (() => void)[] = [];
    const value = await work({ ...context, db, afterCommit: (effect) => effects.push(effect) });
    return { value, effects };
  };
  const drafted = await context.tracing.ofDraft(() => inDraft(context.db, attempt));
  const { value, effects } = drafted ? drafted.value : await context.db.transaction(attempt);
  for (const effect of effects) effect();
  return value;
}
