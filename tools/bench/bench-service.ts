import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/support/stack/free-port.ts';
import { program } from '../../e2e/support/stack/stack.ts';

type BenchService = {
  readonly url: string;
  /** Of the simulated issuer. */
  readonly issuerUrl: string;
  stop(): Promise<void>;
};

/** What a service needs to have its store for itself; several may share it where a DATABASE_URL is set. */
export function openStore(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-bench-'));
  return {
    environment: { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...settings },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** A program of the service's build, on ports of its own, ready. */
export async function startBenchService(
  environment: Record<string, string>,
  script = 'dist/service/main.js',
): Promise<BenchService> {
  const [port, issuer, inspector] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const issuerUrl = `http://127.0.0.1:${issuer}`;
  const ports = { SERVICE_PORT: `${port}`, ISSUER_PORT: `${issuer}`, INSPECTOR_PORT: `${inspector}` };
  const service = program(
    script,
    { ...environment, ...ports, BASE_URL: url, ISSUER_URL: issuerUrl },
    `${url}/readyz`,
  );
  await service.start();
  return { url, issuerUrl, stop: service.stop };
}
