import type { HttpBindings } from '@hono/node-server';
import type { AppContext } from './app-env.ts';

/** Node's request and response, where the app runs on Node's server. */
export function nodeBindings(c: AppContext): Partial<HttpBindings> {
  return (c.env as Partial<HttpBindings> | undefined) ?? {};
}
