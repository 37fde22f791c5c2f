import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ErrorBody } from '../../../contract/error-body.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { ownAddress } from '../../base/own-address.ts';
import type { AdminRuntime } from '../../base/runtime/runtime.ts';
import { type AdminRoutes, createAdminApp } from '../../operators/admin/routes/admin-app.ts';
import { TOKEN_HEADER } from '../../operators/admin/routes/guard.ts';
import { findInspector, type InspectorAccess } from '../../operators/admin/routes/inspector-file.ts';
import { inspectorAddress } from '../../operators/admin/routes/start-inspector.ts';
import { openLog } from '../../operators/logs/open-log.ts';
import { UsageError } from './io/usage-error.ts';
import { parseCommand } from './parse-command.ts';
import type { AdminRequest, CommandIo, Task } from './task.ts';

type OpenStore = { readonly context: AdminRuntime; close(): Promise<void> };
type Program = {
  open(config: Config, log: Log): Promise<OpenStore>;
  /** Routes of the admin API that the program adds. */
  readonly extraRoutes: readonly AdminRoutes[];
};

/**
 * Runs a command through the running service, or on the store itself where none runs. It never migrates that: `migrate` alone does.
 * Returns what to print.
 */
export async function runCommand(
  settings: Config,
  args: readonly string[],
  { open, extraRoutes }: Program,
): Promise<string> {
  const config: Config = { ...settings, migrations: 'refuse' };
  const task = taskOf(args);
  const log = openLog({ level: 'warn', write: writeError });
  const admin = connectAdmin(config, { open: () => open(config, log), extraRoutes });
  const io: CommandIo = {
    ask: admin.ask,
    askForBytes: admin.askForBytes,
    config,
    serviceAddress: ownAddress(config),
    call: (path, init) => fetch(ownAddress(config) + path, init),
    inspectorAddress: admin.address,
    endWith: (status) => {
      process.exitCode = status;
    },
    readInput: () => text(process.stdin),
    print: (line) => process.stdout.write(`${line}\n`),
    isTerminal: process.stdout.isTTY === true,
    untilStopped: async () => {
      await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
    },
  };
  return task(io).finally(admin.close);
}

/** Ends the program where the words are no command, with a status of its own: what fails later ends it with 1. */
function taskOf(args: readonly string[]): Task {
  try {
    return parseCommand(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    writeError(`${error.message}\n`);
    process.exit(2);
  }
}

type AdminStore = { readonly open: () => Promise<OpenStore>; readonly extraRoutes: readonly AdminRoutes[] };

/** The admin API of the running service. Where none answers the store is opened, and held until `close`. */
function connectAdmin(config: Config, { open, extraRoutes }: AdminStore) {
  const runningInspector = inspectorOf(config);
  const access = runningInspector ?? { address: inspectorAddress(config), token: 'it_sandbox_own' };
  let openStore: Promise<OpenStore> | undefined;
  const answerTo = async (adminRequest: AdminRequest): Promise<Response> => {
    const request = requestOf(adminRequest, access);
    const answer = runningInspector && !openStore ? await askService(request.clone()) : undefined;
    if (answer !== undefined) return requireOk(answer);
    if (!openStore) writeError(`${noServiceAt(access.address)} ${storeOf(config)}\n`);
    openStore ??= open();
    return requireOk(await askStore(request, { context: (await openStore).context, extraRoutes }));
  };
  const ask = async (adminRequest: AdminRequest): Promise<unknown> => (await answerTo(adminRequest)).json();
  const askForBytes = async (adminRequest: AdminRequest) =>
    (await answerTo(adminRequest)).body ?? new ReadableStream();
  const close = async () => (await openStore)?.close();
  return { ask, askForBytes, close, address: access.address };
}

const noServiceAt = (address: string) =>
  `No service of this store answers at ${address}: the command works on the store itself,`;

/** Without its password. */
function storeOf({ databaseUrl, dataDirectory }: Config): string {
  if (databaseUrl === undefined) return `the embedded one in ${resolve(dataDirectory)}`;
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `PostgreSQL ${host || (searchParams.get('host') ?? '')}${pathname}`;
}

function inspectorOf(config: Config): InspectorAccess | undefined {
  const { inspectorToken: token } = config;
  return token === undefined ? findInspector(config) : { address: inspectorAddress(config), token };
}

function requestOf(
  { method, path, body, text: file }: AdminRequest,
  { address, token }: InspectorAccess,
): Request {
  return new Request(address + path, {
    method,
    headers: {
      [TOKEN_HEADER]: token,
      'Content-Type': file === undefined ? 'application/json' : 'text/plain',
    },
    ...(file !== undefined && { body: file }),
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Undefined when no service answers there, or a service with another token: then the store's lock decides. */
async function askService(request: Request): Promise<Response | undefined> {
  const answer = await fetch(request).catch(() => undefined);
  return answer === undefined || (await isStranger(answer)) ? undefined : answer;
}

async function isStranger(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const { data } = ErrorBody.safeParse(await answer.clone().json());
  return data === undefined || data.error.code === 'inspector_forbidden';
}

const writeError = (line: string) => process.stderr.write(line);

type Store = { readonly context: AdminRuntime; readonly extraRoutes: readonly AdminRoutes[] };

async function askStore(request: Request, { context, extraRoutes }: Store): Promise<Response> {
  const access = {
    token: request.headers.get(TOKEN_HEADER) ?? '',
    port: Number(new URL(request.url).port),
    extraRoutes,
  };
  const ownRequest = new Request(request);
  ownRequest.headers.set('Host', new URL(request.url).host);
  return createAdminApp(context, access).fetch(ownRequest);
}

/** Rejects with the message of a refusal. */
async function requireOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(ErrorBody.parse(await answer.json()).error.message);
}
