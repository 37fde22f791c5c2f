import { randomBytes } from 'node:crypto';
import { startServer } from '../../../api/http/node-server.ts';
import type { Config } from '../../../base/config.ts';
import type { AdminRuntime } from '../../../base/runtime/runtime.ts';
import { type AdminAccess, createAdminApp } from './admin-app.ts';
import type { InspectorAccess } from './inspector-file.ts';

const HOST = '127.0.0.1';

type Inspector = {
  readonly access: InspectorAccess;
  stop(): Promise<void>;
};

type InspectorOptions = Required<Pick<AdminAccess, 'pages' | 'extraRoutes'>> & { readonly config: Config };

/** Serves the inspector and the admin API on the loopback interface, whatever the service itself listens on. */
export async function startInspector(
  runtime: AdminRuntime,
  { config, ...access }: InspectorOptions,
): Promise<Inspector> {
  const { inspectorPort: port, baseUrl } = config;
  const token = config.inspectorToken ?? `it_sandbox_${randomBytes(32).toString('base64url')}`;
  const app = createAdminApp(runtime, { token, port, ...access });
  const server = await startServer(app.fetch, { port, host: HOST, baseUrl }).catch(refusePort);
  return { access: { address: inspectorAddress(config), token }, stop: server.stop };

  function refusePort(cause: unknown): never {
    throw new Error(
      `Cannot start: port ${port} cannot be listened on for the inspector, set INSPECTOR_PORT to a free one`,
      { cause },
    );
  }
}

export function inspectorAddress({ inspectorPort }: Pick<Config, 'inspectorPort'>): string {
  return `http://${HOST}:${inspectorPort}`;
}
