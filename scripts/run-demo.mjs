import { isFree, startPrograms, whenAnswering } from './processes.mjs';

const shopPort = Number(process.env.SHOP_PORT ?? 3000);
const servicePort = Number(process.env.SERVICE_PORT ?? 4000);
const issuerPort = Number(process.env.ISSUER_PORT ?? 4001);
const inspectorPort = Number(process.env.INSPECTOR_PORT ?? 4002);
const shopAddress = `http://localhost:${shopPort}`;
const serviceAddress = process.env.BASE_URL ?? `http://127.0.0.1:${servicePort}`;

const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(serviceAddress).hostname);

const env = {
  SHOP_PORT: String(shopPort),
  SERVICE_PORT: String(servicePort),
  ISSUER_PORT: String(issuerPort),
  INSPECTOR_PORT: String(inspectorPort),
  BASE_URL: serviceAddress,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  // On this machine alone the drawer may name the billing method.
  DEMO_DRAWER: process.env.DEMO_DRAWER ?? (isOnThisMachine ? '1' : '0'),
};
const programs = [
  { name: 'service', file: 'dist/service/main.js', env },
  { name: 'shop', file: 'dist/demo/shop.js', env },
];

const secretRows = new Set(['Secret key', 'Webhook secret', 'Inspector token']);

const testCards = [
  '4242 4242 4242 4242   paid',
  '4000 0000 0000 9995   refused: insufficient funds',
  '4000 0000 0000 0002   refused: declined',
];

/**
 * @param {number} port
 * @param {{ host: string, variable: string }} where
 */
async function requirePort(port, { host, variable }) {
  if (await isFree(port, host)) return;
  console.error(`Port ${port} is taken: stop what uses it, or set ${variable} to another`);
  process.exit(1);
}

/**
 * What the service says through its channel before it listens; a log would be no place for these.
 * @typedef {{ secretKey?: string, publishableKey?: string, webhookSecret?: string }} Account
 * @typedef {{ address?: string, token?: string }} Inspector
 * @param {{ account: Account, inspector: Inspector }} told
 */
function printSummary({ account, inspector }) {
  const rows = Object.entries({
    Shop: shopAddress,
    Service: serviceAddress,
    'Secret key': account.secretKey,
    'Publishable key': account.publishableKey,
    'Webhook secret': account.webhookSecret,
    'Admin API': inspector.address,
    'Inspector token': inspector.token,
  });
  // What is no terminal keeps what is written to it, and these are keys.
  const isShown = (/** @type {string} */ name) => process.stdout.isTTY || !secretRows.has(name);
  const known = rows.filter(([name, value]) => value !== undefined && isShown(name));
  const addresses = known.map(([name, value]) => `  ${name.padEnd(18)}${value}`);
  const cards = testCards.map((card) => `  ${card}`);
  const text = [
    '',
    ...addresses,
    ...(process.stdout.isTTY ? [] : ['  Keys and tokens  printed to a terminal only']),
    '',
    '  Test cards, any later month and any code',
    ...cards,
    '',
    '  Ctrl-C stops',
    '',
  ];
  console.log(text.join('\n'));
}

/** @param {(code: number) => void} end */
async function startDemo(end) {
  await requirePort(servicePort, { host: '127.0.0.1', variable: 'SERVICE_PORT' });
  await requirePort(issuerPort, { host: '127.0.0.1', variable: 'ISSUER_PORT' });
  await requirePort(inspectorPort, { host: '127.0.0.1', variable: 'INSPECTOR_PORT' });
  await requirePort(shopPort, { host: 'localhost', variable: 'SHOP_PORT' });
  const { children, stop } = startPrograms(programs, (sentence) => {
    console.error(`${sentence}; stopping the rest`);
    end(1);
  });
  /** @type {{ account: Account, inspector: Inspector }} */
  let told = { account: {}, inspector: {} };
  children[0]?.on('message', (message) => {
    const { account = {}, inspector = {} } = Object(message);
    told = { account, inspector };
    children[1]?.send({ webhookSecret: account.webhookSecret });
  });
  const ready = Promise.all([
    whenAnswering(`http://127.0.0.1:${servicePort}/readyz`),
    whenAnswering(shopAddress),
  ]);
  return { stop, ready: ready.then(() => printSummary(told)) };
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
  const restart = async () => {
    await running?.stop();
    running = await startDemo(end);
    await running.ready;
  };
  await restart();
  return { restart };
}
