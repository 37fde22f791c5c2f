import type { AdminRuntime } from '../base/runtime/runtime.ts';
import { sandbox } from '../main/sandbox-dependencies.ts';
import { createAdminApp } from '../operators/admin/routes/admin-app.ts';
import { openTestApp } from './test-app.ts';
import { recordCode } from './test-conformance.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

type Sent = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string | undefined>;
};

const PORT = 4002;
const TOKEN = 'it_sandbox_test';
const SECRET = { secretKey: 'sk_sandbox_demo' };

export type TestAdmin = TestShop & {
  readonly context: AdminRuntime;
  /** Every route there is, such as `['GET', '/api/clock']`. */
  readonly routes: readonly (readonly [method: string, path: string])[];
  send(path: string, sent?: Sent): Promise<Response>;
  /** Returns the body of a successful answer. */
  call(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>;
};

/** For tests: the admin API beside the shop's service, on the same store. `config`: settings that differ from the tests'. */
export async function openTestAdmin(config: Partial<AdminRuntime['config']> = {}): Promise<TestAdmin> {
  const shop = await openTestShop();
  const clock = await sandbox.openClock(shop.context.db, { machine: shop.context.clock });
  const context = { ...shop.context, clock, config: { ...shop.context.config, ...config } };
  const service = openTestApp(context);
  const app = createAdminApp(context, { token: TOKEN, port: PORT, extraRoutes: sandbox.adminRoutes });
  const send = async (path: string, { method = 'GET', body, headers = {} }: Sent = {}) => {
    const allHeaders = { Host: `127.0.0.1:${PORT}`, 'Inspector-Token': TOKEN, ...headers };
    const sent = Object.entries({
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...allHeaders,
    });
    const answer = await app.request(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: sent.filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) recordCode(await answer.clone().json());
    return answer;
  };
  return {
    ...shop,
    context,
    routes: app.routes
      .filter(({ path }) => !path.endsWith('*'))
      .map(({ method, path }) => [method, path] as const),
    /** Requests to the service, with the clock that the admin API moves. */
    post: (path: string, form: Record<string, string>, headers: Record<string, string> = SECRET) =>
      service.request(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    get: (path: string, headers: Record<string, string> = SECRET) => service.request(path, { headers }),
    send,
    call: async (method: string, path: string, body?: unknown) => {
      const answer = await send(path, { method, body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${method} ${path}: answered ${answer.status} ${text}`);
      return JSON.parse(text);
    },
  };
}
