import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startFaultProxy } from '../../../store/faults/fault-proxy.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { freePort } from '../../../store/test-kit/free-port.ts';
import { ownPostgres } from '../../../store/test-kit/own-postgres.ts';
import { readDatabaseUrl } from '../../main/settings/database-url.ts';

const server = inject('postgresUrl') ?? '';
const postgres = await ownPostgres(server);
const { directory, own } = postgres;
/** Reaches this machine, and is no name of it that the service knows. */
const ELSEWHERE = '0.0.0.0';
const isPossible = postgres.isPossible && spawnSync('openssl', ['version']).status === 0;
let port = 0;

/** Signed by itself, so that each is its own authority; its file. */
function certificate(name: string, alternative: string): string {
  const [key, file] = [join(directory, `${name}.key`), join(directory, `${name}.crt`)];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', file];
  execFileSync(
    'openssl',
    ['req', ...made, '-subj', '/CN=wallet', '-addext', `subjectAltName=${alternative}`],
    {
      stdio: 'ignore',
    },
  );
  own(key, file);
  return file;
}

/** A PostgreSQL that takes TLS alone. */
async function start(): Promise<void> {
  port = await freePort();
  const mine = certificate('own', `IP:${ELSEWHERE}`);
  certificate('other', `IP:${ELSEWHERE}`);
  const files = { ssl_cert_file: mine, ssl_key_file: mine.replace('.crt', '.key') };
  const settings = { port, listen_addresses: '127.0.0.1', ssl: 'on', ...files };
  postgres.start(settings, 'hostssl all all 127.0.0.1/32 trust\n');
}

beforeAll(async () => {
  if (isPossible) await start();
}, 120_000);
afterAll(postgres.stop);

/** As the service opens what stands in `DATABASE_URL`. */
const open = (url: string) =>
  openPostgres({
    url: readDatabaseUrl({ DATABASE_URL: url }) ?? '',
    connections: 2,
    durability: 'full',
    migrations: [],
  });

const addressAt = (host: string, query: Record<string, string> = {}) =>
  `postgresql://wallet@${host}:${port}/postgres?${new URLSearchParams(query)}`;

/** Why the service does not start with it. */
async function refusal(url: string): Promise<string> {
  try {
    await (await open(url)).close();
    return 'none';
  } catch (error) {
    expect(error).toMatchObject({ code: 'store_unreachable' });
    return String(error);
  }
}

const trusting = (name: string) => ({ sslrootcert: join(directory, `${name}.crt`) });

describe.runIf(isPossible)('S51: by TLS', () => {
  test('openPostgres asks and listens where the certificate is of the authority and of the host', async () => {
    const store = await open(addressAt(ELSEWHERE, trusting('own')));
    await store.listen('news', { onNotification: () => {}, onMissed: () => {} });
    const connections = await store.db
      .select({ ssl: sql<boolean>`ssl` })
      .from(sql`pg_stat_ssl join pg_stat_activity using (pid)`)
      .where(sql`application_name like 'wallet-service%'`);
    await store.close();
    expect(connections.length).toBeGreaterThanOrEqual(2);
    expect(new Set(connections.map(({ ssl }) => ssl))).toEqual(new Set([true]));
  });

  test('openPostgres refuses a certificate of another authority, and one of nobody it knows', async () => {
    for (const trusted of [trusting('other'), {}]) {
      const refused = await refusal(addressAt(ELSEWHERE, trusted));
      expect(refused).toMatch(
        /self-signed certificate.*expected TLS with a certificate that can be verified/,
      );
    }
  });

  test('openPostgres refuses a certificate of another host name', async () => {
    const byName = addressAt('localhost', { ...trusting('own'), sslmode: 'verify-full' });
    expect(await refusal(byName)).toMatch(/does not match certificate's altnames/);
  });

  test('openPostgres asks nothing where somebody on the way says that there is no TLS', async () => {
    const line = await startFaultProxy(server);
    const { port: between } = new URL(line.url);
    const sent: string[] = [];
    line.tamper((text) => {
      sent.push(text);
      return text;
    });
    const refused = await refusal(addressAt(ELSEWHERE).replace(`:${port}`, `:${between}`));
    await line.cut();
    expect(refused).toMatch(/does not support SSL connections/);
    // The question for TLS alone: not even a user's name.
    expect(sent.map((text) => text.length)).toEqual([8]);
  });

  test('a server that takes TLS alone refuses who was told to do without', async () => {
    expect(await refusal(addressAt(ELSEWHERE, { sslmode: 'disable' }))).toMatch(/no encryption|SSL off/);
  });
});
