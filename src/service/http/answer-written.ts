import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';
import { releaseCallbacks } from '../callbacks/release-callbacks.ts';
import { errorLogFields } from '../logs/error-log-fields.ts';
import type { AppContext, AppEnv } from './app-env.ts';

/** Callbacks of what this request does wait until its answer was written. Chosen: service.md C10. */
export const holdCallbacks = createMiddleware<AppEnv>(async (c, next) => {
  const { service, requestId } = c.var;
  const { answers } = service.inProgress;
  answers.set(requestId, false);
  const response = nodeResponse(c);
  response?.once('close', () => written(c));
  await next();
  // Without a socket the answer is there as soon as it is made.
  if (!response) await written(c);
});

async function written(c: AppContext) {
  const { service, requestId } = c.var;
  const isWaitedFor = service.inProgress.answers.get(requestId);
  service.inProgress.answers.delete(requestId);
  if (!isWaitedFor) return;
  await releaseCallbacks(service, requestId).catch((error: unknown) => {
    // Their lease ends by itself.
    service.log.error({ requestId, ...errorLogFields(error) }, 'callbacks were not released');
  });
}

/** Node's response, where the app runs on Node's server. */
function nodeResponse(c: AppContext) {
  const bindings = c.env as Partial<HttpBindings | Http2Bindings> | undefined;
  return bindings?.outgoing;
}
