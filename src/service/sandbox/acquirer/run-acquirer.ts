import { systemClock } from '../../base/clock.ts';
import type { RawNotification } from '../../base/processor/acquirer.ts';
import { listen } from './listen.ts';
import { openAcquirer } from './open-acquirer.ts';

const DELIVER_MS = 10_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** The simulated acquirer as a program of its own, until it is told to stop. */
export async function runAcquirer(environment: Environment) {
  const notifyUrl = environment['ACQUIRER_NOTIFY_URL'];
  const host = environment['ACQUIRER_HOST'] ?? '127.0.0.1';
  const { apiKey, notificationSecret } = secretsFor(host, environment);
  const acquirer = openAcquirer({
    clock: systemClock,
    apiKey,
    notificationSecret,
    directory: environment['ACQUIRER_DIR'] ?? '.data/acquirer',
    bankUrl: environment['ACQUIRER_BANK_URL'] ?? 'http://localhost:4001/acquirer',
    foretells: notifyUrl === undefined,
    deliver: (raw) => (notifyUrl === undefined ? Promise.resolve(false) : deliver(notifyUrl, raw)),
  });
  const port = Number(environment['ACQUIRER_PORT'] ?? 4003);
  return listen(acquirer, { port, host });
}

const OWN_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whoever reads the documentation knows the default ones, so they are for this machine alone. */
function secretsFor(host: string, { ACQUIRER_API_KEY: apiKey, ACQUIRER_SECRET: secret }: Environment) {
  if (!OWN_HOSTS.has(host) && !(apiKey && secret)) {
    throw new Error(`Cannot listen at ${host}: ACQUIRER_API_KEY and ACQUIRER_SECRET are not both set`);
  }
  return {
    apiKey: apiKey || 'acquirer-sandbox-key',
    notificationSecret: secret || 'acquirer-sandbox-secret',
  };
}

/** Whether the service took it. */
async function deliver(url: string, { headers, body }: RawNotification): Promise<boolean> {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  try {
    const signal = AbortSignal.timeout(DELIVER_MS);
    const init = { method: 'POST', headers: sent as Record<string, string>, body: Buffer.from(body), signal };
    const response = await fetch(url, init);
    return response.ok;
  } catch {
    return false;
  }
}
