import { type Command, InvalidArgumentError } from 'commander';
import { CallbackBody } from '../../../contract/billing/callback.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { startServer } from '../../api/http/node-server.ts';
import { parseNumber } from './account-option.ts';
import type { Choose, CommandIo, Task } from './task.ts';

type ListenOptions = { readonly forwardTo: URL; readonly port: number };

const HOST = '127.0.0.1';
/** The service waits no longer for an answer. Rule: callbacks/answers. */
const ANSWER_WITHIN_MS = 15_000;
/** What a receiver needs to verify a callback, which is signed over its bytes. */
const PASSED_ON = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

export function addListen(program: Command, choose: Choose): void {
  program
    .command('listen')
    .usage('--forward-to <url> [options]')
    .description('passes callbacks on to a server of yours as they come, and prints each with its answer')
    .requiredOption(
      '--forward-to <url>',
      'where all go, whatever path the callback_url names (required); such as http://localhost:5051/callbacks',
      parseAddress,
    )
    .option('--port <number>', 'where it listens, on this machine alone', parseNumber, 4010)
    .action((options: ListenOptions) => choose(listeningTo(options)));
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('Expected an http or https address.');
}

function listeningTo({ forwardTo, port }: ListenOptions): Task {
  return async (io) => {
    const baseUrl = `http://${HOST}:${port}`;
    const pass = (request: Request) => passOn(request, { forwardTo, print: io.print });
    const server = await startServer(pass, { port, host: HOST, baseUrl }).catch((cause: unknown) => {
      throw new Error(`Cannot listen: port ${port} is taken, name another by --port`, { cause });
    });
    io.print(`Give ${baseUrl}/ as callback_url. Whatever its path, what comes goes on to ${forwardTo.href}`);
    await io.untilStopped();
    await server.stop();
    return 'Stopped';
  };
}

type Onward = { readonly forwardTo: URL; readonly print: CommandIo['print'] };

/** The service hears what the receiver answers: what it did not take is sent again. */
async function passOn(request: Request, { forwardTo, print }: Onward): Promise<Response> {
  // Callbacks come from the service, never from a web page.
  if (request.method !== 'POST' || request.headers.has('Origin')) return new Response(null, { status: 405 });
  const body = await request.text();
  const headers = PASSED_ON.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const from = performance.now();
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
  const answer = await fetch(forwardTo, init).catch((error: unknown) => reasonOf(error));
  const took = `${Math.round(performance.now() - from)} ms`;
  print(`${new Date().toISOString()}  ${titleOf(body)}  ->  ${answerText(answer)}  ${took}`);
  if (typeof answer === 'string') return new Response(answer, { status: 502 });
  // None has a body where its status allows none: a Response refuses even an empty one there.
  return new Response((await answer.text()) || null, { status: answer.status });
}

const answerText = (answer: Response | string) =>
  typeof answer === 'string' ? `no answer: ${answer}` : String(answer.status);

function titleOf(body: string): string {
  const callback = CallbackBody.safeParse(jsonOf(body)).data;
  if (!callback) return 'no callback';
  const { transaction, notification_details } = callback;
  const { amount, currency, order_id, transaction_id } = transaction;
  return visibleText(`${notification_details.info}  ${amount} ${currency}  ${order_id}  ${transaction_id}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'it failed';
}
