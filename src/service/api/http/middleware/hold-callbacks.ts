import { createMiddleware } from 'hono/factory';
import { errorLogFields } from '../../../base/error-log-fields.ts';
import { runTransaction } from '../../../base/runtime/run-transaction.ts';
import { releaseCallbacks } from '../../../callbacks/enqueue-callback.ts';
import type { AppContext, AppEnv } from '../app-env.ts';
import { nodeBindings, onAnswered } from '../node-bindings.ts';

/** Callbacks that this request causes wait until its answer is written. Rule: callbacks/after-answer. */
export const holdCallbacks = createMiddleware<AppEnv>(async (c, next) => {
  const service = c.get('service');
  const requestId = c.get('requestId');
  const { answers } = service.inProgress;
  answers.set(requestId, false);
  // Without a socket the answer counts as written once it is made.
  const hasSocket = nodeBindings(c).outgoing !== undefined;
  if (hasSocket) onAnswered(c, () => release(c));
  await next();
  if (!hasSocket) await release(c);
});

async function release(c: AppContext) {
  const service = c.get('service');
  const requestId = c.get('requestId');
  const isWaitedFor = service.inProgress.answers.get(requestId);
  service.inProgress.answers.delete(requestId);
  if (!isWaitedFor) return;
  try {
    await runTransaction(service, (core) => releaseCallbacks(core, requestId));
  } catch (error) {
    // The lease of the callbacks ends by itself.
    service.log.error({ requestId, ...errorLogFields(error) }, 'callbacks were not released');
  }
}
