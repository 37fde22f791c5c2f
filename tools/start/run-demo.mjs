import { join } from 'node:path';
import { numberOf, requirePorts, servicePorts, shopPort } from './ports.mjs';
import { startProgram, whenAnswering } from './processes.mjs';

export const demoPorts = [...servicePorts, shopPort];
const [servicePort = 4000] = servicePorts.map(numberOf);
const shopAddress = `http://localhost:${numberOf(shopPort)}`;
const serviceAddress = process.env.BASE_URL ?? `http://127.0.0.1:${servicePort}`;

const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(serviceAddress).hostname);

const env = {
  ...Object.fromEntries(demoPorts.map((port) => [port.variable, String(numberOf(port))])),
  BASE_URL: serviceAddress,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  // On this machine alone the drawer may name the billing method.
  DEMO_DRAWER: process.env.DEMO_DRAWER ?? (isOnThisMachine ? '1' : '0'),
};
const serviceProgram = { name: 'service', file: 'dist/service/main.js', env };

/**
 * The shop, with the webhook secret that the service sent over IPC. Only the shop's backend gets it.
 * @param {Told} told
 */
function shopProgram({ account, inspector }) {
  const { WEBHOOK_SECRET = account.webhookSecret, INSPECTOR_TOKEN = inspector.token } = process.env;
  const secrets = { WEBHOOK_SECRET, ...(env.DEMO_DRAWER === '1' && { INSPECTOR_TOKEN }) };
  return { name: 'shop', file: 'dist/demo/shop.js', env: { ...env, ...secrets } };
}

const secretRows = new Set(['Secret key', 'Webhook secret']);

const testCards = [
  '4242 4242 4242 4242   paid',
  '4000 0000 0000 9995   refused: insufficient funds',
  '4000 0000 0000 0002   refused: declined',
];

/** Where the token is when stdout is no terminal; with it `GET /api/accounts` shows the keys. */
const tokenPlace = process.env.INSPECTOR_TOKEN
  ? 'in a terminal alone; the inspector takes INSPECTOR_TOKEN'
  : `in a terminal alone; the inspector’s token is in ${join(process.env.DATA_DIR ?? '.data', 'inspector.json')}`;

/** The service's documentation, where it has one. @returns {Promise<string | undefined>} */
async function docsAddress() {
  const answer = await fetch(`http://127.0.0.1:${servicePort}/docs`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ? `${serviceAddress}/docs` : undefined;
}

/** Whoever opens it there is let in; elsewhere the address alone is told. @param {Inspector} inspector */
function inspectorLink({ address, token }) {
  return process.stdout.isTTY && token !== undefined ? `${address}/#token=${token}` : address;
}

/**
 * What the service says through its channel before it listens; a log would be no place for these.
 * @typedef {{ secretKey?: string, publishableKey?: string, webhookSecret?: string }} Account
 * @typedef {{ address?: string, token?: string }} Inspector
 * @typedef {{ account: Account, inspector: Inspector }} Told
 * @param {Told} told
 */
async function printSummary({ account, inspector }) {
  const rows = Object.entries({
    Shop: shopAddress,
    Service: serviceAddress,
    Docs: await docsAddress(),
    'Secret key': account.secretKey,
    'Publishable key': account.publishableKey,
    'Webhook secret': account.webhookSecret,
    Inspector: inspectorLink(inspector),
  });
  // What is no terminal keeps what is written to it, and these are keys.
  const isShown = (/** @type {string} */ name) => process.stdout.isTTY || !secretRows.has(name);
  const known = rows.filter(([name, value]) => value !== undefined && isShown(name));
  const addresses = known.map(([name, value]) => `  ${name.padEnd(18)}${value}`);
  const cards = testCards.map((card) => `  ${card}`);
  const text = [
    '',
    ...addresses,
    ...(process.stdout.isTTY ? [] : [`  ${'Keys and tokens'.padEnd(18)}${tokenPlace}`]),
    '',
    '  Test cards, any later month, any code and any name',
    ...cards,
    '',
    '  Ctrl-C stops',
    '',
  ];
  console.log(text.join('\n'));
}

/** @param {(code: number) => void} end */
async function startDemo(end) {
  await requirePorts(demoPorts);
  console.log('Starting service and shop …');
  const onDeath = (/** @type {string} */ sentence) => {
    console.error(`${sentence}; stopping the rest`);
    end(1);
  };
  const running = [startProgram(serviceProgram, onDeath)];
  /** @type {Told} */
  let told = { account: {}, inspector: {} };
  running[0]?.child.on('message', (message) => {
    const { account = {}, inspector = {} } = Object(message);
    told = { account, inspector };
  });
  let isStopping = false;
  // A page of a shop that is there before the service has no wallet until it is loaded anew.
  const ready = whenAnswering(`http://127.0.0.1:${servicePort}/readyz`).then(() => {
    if (isStopping) return;
    running.push(startProgram(shopProgram(told), onDeath));
    return whenAnswering(shopAddress);
  });
  const stop = async () => {
    isStopping = true;
    await Promise.all(running.map((program) => program.stop()));
  };
  return { stop, ready, tell: () => printSummary(told) };
}

/** A signal for npm ends its shell, which passes none on: this program notices that its parent is another. @param {() => void} end */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    end();
  }, 250);
  watch.unref();
}

/** Runs service and shop until a signal comes or one of them dies. @returns a way to start both anew */
export async function runDemo() {
  /** @type {Awaited<ReturnType<typeof startDemo>> | undefined} */
  let running;
  /** @param {number} code */
  const end = async (code) => {
    await running?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
  endWithNpm(() => end(0));
  const restart = async () => {
    await running?.stop();
    running = await startDemo(end);
    await running.ready;
    return running;
  };
  const { tell } = await restart();
  await tell();
  return { restart };
}
