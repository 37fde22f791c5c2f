import { Agent, type IncomingMessage, request } from 'node:http';
import { INSPECTOR_TOKEN, residentBytes } from '../../e2e/support/stack/admin-client.ts';
import { refreshToken, textAt } from '../../e2e/support/stack/service-client.ts';
import { PUBLISHABLE_KEY, type Stack, startStack } from '../../e2e/support/stack/stack.ts';
import type { Row } from './kit/table.ts';
import { salesPerSecond } from './merchant-load.ts';

const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 1_000);
const SESSIONS_PER_TOKEN = 10;
/** With and without streams in turn: a service that has just started is slower than it will be. */
const ROUNDS = 3;
const GOAL = { kilobytes: 30, drop: 0.1 };

/** Wallet streams of sessions of their own on one process, and what they cost. */
export async function streamRows(): Promise<Row[]> {
  const stack = await startStack({ INSPECTOR_TOKEN, TRUSTED_PROXIES: '1' });
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const streams: IncomingMessage[] = [];
  try {
    const tokens = await accessTokens(stack);
    const openAll = async () => {
      for (const [place, token] of tokens.entries())
        streams.push(await openStream(stack, { token, address: addressOf(place), agent }));
    };
    const idleBytes = await residentBytes(stack.inspectorUrl);
    await openAll();
    const bytes = await residentBytes(stack.inspectorUrl);
    const drops: number[] = [];
    await salesPerSecond([stack.serviceUrl]);
    while (drops.length < ROUNDS) {
      if (streams.length === 0) await openAll();
      const rate = await salesPerSecond([stack.serviceUrl]);
      for (const stream of streams.splice(0)) stream.destroy();
      drops.push(1 - rate / (await salesPerSecond([stack.serviceUrl])));
    }
    const [, drop = Number.NaN] = drops.sort((one, other) => one - other);
    return rowsOf({ kilobytes: (bytes - idleBytes) / STREAMS / 1_000, drop });
  } finally {
    for (const stream of streams) stream.destroy();
    agent.destroy();
    await stack.stop();
  }
}

function rowsOf({ kilobytes, drop }: { kilobytes: number; drop: number }): Row[] {
  return [
    {
      what: `${STREAMS} open wallet streams on one process: memory of each`,
      measured: `${kilobytes.toFixed(0)} kB`,
      goal: `<= ${GOAL.kilobytes} kB`,
      reached: kilobytes <= GOAL.kilobytes,
    },
    {
      what: 'the same: the rate of SALE falls by',
      measured: `${(drop * 100).toFixed(0)} %`,
      goal: '< 10 %',
      reached: drop < GOAL.drop,
    },
  ];
}

async function accessTokens({ serviceUrl, shopUrls }: Stack): Promise<string[]> {
  const tokens: string[] = [];
  let shopper = '';
  while (tokens.length < STREAMS) {
    if (tokens.length % SESSIONS_PER_TOKEN === 0) {
      shopper = await refreshToken(serviceUrl);
    }
    const answer = await fetch(`${serviceUrl}/wallet/api/v1/token`, {
      method: 'POST',
      headers: { Origin: shopUrls.localhost },
      body: new URLSearchParams({ publishableKey: PUBLISHABLE_KEY, refreshToken: shopper }),
    });
    tokens.push(textAt(await answer.json(), 'accessToken'));
  }
  return tokens;
}

/** Each shopper has one of their own: a network has a share of its own too. */
const addressOf = (place: number) => `192.0.2.${Math.floor(place / SESSIONS_PER_TOKEN) % 256}`;

/** Resolves once the stream has said that it stands. */
function openStream(
  { serviceUrl }: Stack,
  { token, address, agent }: { token: string; address: string; agent: Agent },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      Accept: 'text/event-stream',
      'X-Forwarded-For': address,
    };
    const asking = request(`${serviceUrl}/wallet/api/v1/events?after=0`, { agent, headers }, (stream) => {
      stream.on('error', () => {});
      if (stream.statusCode === 200) stream.once('data', () => resolve(stream));
      else reject(new Error(`Cannot open a stream: answered ${stream.statusCode}`));
    });
    asking.once('error', reject);
    asking.end();
  });
}
