import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { INSPECTOR_TOKEN } from '../../support/stack/admin-client.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { type Program, program } from '../../support/stack/stack.ts';

export type StoreName = 'embedded' | 'PostgreSQL';

const server = process.env['TEST_DATABASE_URL'];

/** Those that this machine has. */
export const stores: readonly StoreName[] = server ? ['embedded', 'PostgreSQL'] : ['embedded'];

/** `npm test` proves each thing once; the same on PostgreSQL is left to `npm run prove`. */
export const tagOf = (store: StoreName) => (store === 'embedded' ? [] : ['@prove']);

export type Services = {
  readonly processes: readonly Service[];
  /** What they run with, for commands beside them. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

export type Service = Program & {
  readonly url: string;
  readonly inspectorUrl: string;
  readonly issuerUrl: string;
};

type Environment = Readonly<Record<string, string>>;

type Start = {
  readonly settings?: Environment;
  /** Fills the store before they start. */
  readonly fill?: (environment: Environment) => Promise<void>;
  /** How many share a PostgreSQL. Default: 4. */
  readonly sharing?: number;
};

/** Service processes on an empty store of their own, all started at once. */
export async function startServices(
  store: StoreName,
  { settings = {}, fill = async () => {}, sharing = 4 }: Start = {},
): Promise<Services> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-faults-'));
  const database = store === 'PostgreSQL' ? await makeDatabase() : undefined;
  const environment = {
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    INSPECTOR_TOKEN,
    ...database?.environment,
    ...settings,
  };
  await fill(environment);
  const length = store === 'PostgreSQL' ? sharing : 1;
  const processes = await Promise.all(Array.from({ length }, () => service(environment)));
  await Promise.all(processes.map((each) => each.start()));
  return {
    processes,
    environment,
    stop: async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One process of a service. `build`: the folder of another build's programs. */
export async function service(shared: Environment, build = 'dist/service'): Promise<Service> {
  const [port, inspector, issuer] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const issuerUrl = `http://127.0.0.1:${issuer}`;
  const ports = { SERVICE_PORT: `${port}`, INSPECTOR_PORT: `${inspector}`, ISSUER_PORT: `${issuer}` };
  return {
    ...program(
      `${build}/main.js`,
      { BASE_URL: url, ...shared, ...ports, ISSUER_URL: issuerUrl },
      `${url}/readyz`,
    ),
    url,
    issuerUrl,
    inspectorUrl: `http://127.0.0.1:${inspector}`,
  };
}

type Beside = Pick<Services, 'environment'> & { readonly processes?: Services['processes'] };
const run = promisify(execFile);

/** A command of the service, typed beside the processes that run. */
export function command({ environment, processes = [] }: Beside, ...words: readonly string[]) {
  const inspector = processes[0] && { INSPECTOR_PORT: new URL(processes[0].inspectorUrl).port };
  return run(process.execPath, ['dist/service/main.js', ...words], {
    env: { ...process.env, ...environment, ...inspector },
  });
}

/** An empty one, on the PostgreSQL of the tests. */
export async function makeDatabase() {
  const name = `faults_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = new URL(server ?? '');
  url.pathname = `/${name}`;
  return {
    environment: { DATABASE_URL: url.href, MASTER_KEY: randomBytes(32).toString('base64') },
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}

async function onServer(statement: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
