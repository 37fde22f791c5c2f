import type { Logger } from 'pino';
import { ErrorBody } from '../../contract/error-body.ts';
import { createAdminApp } from '../admin/routes/admin-app.ts';
import { TOKEN_HEADER } from '../admin/routes/guard.ts';
import { findInspector, type InspectorAccess } from '../admin/routes/inspector-file.ts';
import { inspectorAddress } from '../admin/routes/start-inspector.ts';
import type { AdminContext } from '../context/context.ts';
import { openLog } from '../logs/open-log.ts';
import type { Config } from '../settings/config.ts';
import { type Command, parseCommand } from './parse-command.ts';

type Opened = { readonly context: AdminContext; close(): Promise<void> };
type OpenService = (config: Config, log: Logger) => Promise<Opened>;

/** Runs a command through the running service, or on the store itself where none runs. Returns what to print. */
export async function runCommand(
  config: Config,
  words: readonly string[],
  openService: OpenService,
): Promise<string> {
  const command = parseCommand(words);
  const running = inspectorOf(config);
  const request = requestOf(
    command,
    running ?? { address: inspectorAddress(config), token: 'it_sandbox_own' },
  );
  const answer =
    (running && (await askService(request.clone()))) ??
    (await askStore(request, () => openService(config, openLog({ level: 'warn', write: writeError }))));
  return command.tell(answer);
}

function inspectorOf(config: Config): InspectorAccess | undefined {
  const { inspectorToken: token } = config;
  return token === undefined ? findInspector(config) : { address: inspectorAddress(config), token };
}

function requestOf({ method, path, body }: Command, { address, token }: InspectorAccess): Request {
  return new Request(address + path, {
    method,
    headers: { [TOKEN_HEADER]: token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Undefined when no service answers there, or a service with another token: then the store's lock decides. */
async function askService(request: Request): Promise<unknown> {
  const answer = await fetch(request).catch(() => undefined);
  return answer === undefined || (await isStranger(answer.clone())) ? undefined : bodyOf(answer);
}

async function isStranger(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const { data } = ErrorBody.safeParse(await answer.json());
  return data?.error.code !== 'not_on_public_service';
}

const writeError = (line: string) => process.stderr.write(line);

async function askStore(request: Request, open: () => Promise<Opened>): Promise<unknown> {
  const { context, close } = await open();
  try {
    const access = {
      token: request.headers.get(TOKEN_HEADER) ?? '',
      port: Number(new URL(request.url).port),
    };
    const own = new Request(request);
    own.headers.set('Host', new URL(request.url).host);
    return await bodyOf(await createAdminApp(context, access).fetch(own));
  } finally {
    await close();
  }
}

async function bodyOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  throw new Error(ErrorBody.parse(body).error.message);
}
