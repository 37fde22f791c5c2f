import { type Act, type Actor, recordAct } from '../../../base/audit/record-act.ts';
import type { ServiceContext } from '../../../base/runtime/context.ts';
import type { AppContext } from '../app-env.ts';
import { clientAddress } from '../client-address.ts';

/** Who sends the request, once it is authenticated. */
export function actorOf(c: AppContext): Actor {
  const { actor } = c.var;
  if (!actor) throw new Error('Cannot tell who acts: the request is not authenticated');
  return { kind: actor.kind, id: actor.id, address: clientAddress(c) };
}

/**
 * Runs a verb and records its act in one transaction; `inside` is the service on that transaction. A refused act leaves
 * nothing, as does a verb that changed nothing, whose `done` is null.
 */
export async function recorded<Service extends ServiceContext, Result>(
  c: AppContext,
  service: Service,
  verb: (inside: Service) => Promise<{ readonly done: Act | null; readonly result: Result }>,
): Promise<Result> {
  const result = await service.db.transaction(async (db) => {
    const inside = { ...service, db };
    const { done, result } = await verb(inside);
    if (done) await recordAct(inside, actorOf(c), done);
    return result;
  });
  // The act may have changed a key or a merchant.
  service.rowCache.forget();
  return result;
}
