import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { isFullSize, proofSize, proofSizes } from '../../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../../tools/check/proofs/proof-rows.ts';
import { changeMerchant } from '../../../support/stack/admin-client.ts';
import { MERCHANT_ID } from '../../../support/stack/stack.ts';
import { send, start, withParameters } from '../merchant.ts';
import { command, type Services, startServices } from '../stores.ts';
import { filesWithNumbers, numbersIn, numbersInMemory, PREFIX } from './traces.ts';
import { type Keys, type MovedCard, readVaultFile, writeVaultFile } from './vault-file.ts';

const KILLS = isFullSize ? 10 : 2;
const LOOKS = isFullSize ? 60 : 12;
const BILLED = 20;
/** Cards that are moved while all that the service writes is recorded. */
const TRACED = 200;
const CARDS_OF_A_USER = 3;
const HOUR_SECONDS = 3600;
const hasStrace = spawnSync('strace', ['-V']).status === 0;
const isLinux = process.platform === 'linux';

type Figures = { seconds: number; memory: number[]; kills: number };

test('S105: cards move to another vault, and no number is on a disk, in memory beyond the record being moved, or in what is written', async () => {
  const count = proofSize('vaultCards');
  test.setTimeout(120_000 + count * 200);
  const folder = mkdtempSync(join(tmpdir(), 'wallet-vault-'));
  const path = (name: string) => join(folder, name);
  const keys = await makeKeys(folder);
  const cards = Array.from({ length: count }, (_, index) => cardOf(index));
  const settings = { VAULT_CUSTODIANS: keys.ids.join(',') };
  const from = await startServices('embedded', { settings });
  const to = await startServices('embedded', { settings });
  try {
    for (const { processes } of [from, to])
      await changeMerchant(processes[0]?.inspectorUrl ?? '', MERCHANT_ID, { allowAnyPan: true });
    writeVaultFile(path('foreign.jwe'), keys.secrets, cards);
    const filled = await move(from, ['import', path('foreign.jwe'), ...keys.options], { kills: 0, looks: 0 });
    const left = await move(from, ['export', path('cards.jwe'), ...keys.options], {
      kills: KILLS,
      looks: LOOKS,
    });
    const came = await move(to, ['import', path('cards.jwe'), ...keys.options], {
      kills: KILLS,
      looks: LOOKS,
    });
    await move(to, ['export', path('again.jwe'), ...keys.options], { kills: 0, looks: 0 });
    // Each card once, with its number, user and tokens, as a program of another make reads it.
    expect(sorted(await readVaultFile(path('again.jwe'), keys.secrets))).toEqual(sorted(cards));
    await billOld(to, cards);
    const written = await tracedMove(from, keys);
    const dataDirectories = [from, to].map(({ environment }) => environment['DATA_DIR'] ?? '');
    expect(filesWithNumbers([folder, ...dataDirectories])).toEqual([]);
    for (const { output } of [...from.processes, ...to.processes])
      expect(numbersIn(Buffer.from(output()))).toEqual([]);
    const memory = [...left.memory, ...came.memory];
    expect(Math.max(0, ...memory)).toBeLessThanOrEqual(1);
    const seconds = left.seconds + came.seconds;
    keepProof({
      what: proofSizes.vaultCards.what,
      measured: `${count} cards out in ${rate(count, left)}, in in ${rate(count, came)} (empty, without kills ${rate(count, filled)}), ${left.kills + came.kills} kills, ${memory.length} looks at memory with ${Math.max(0, ...memory)} number at most, ${written}`,
      goal: '100,000 within an hour; each card once; 0 numbers on disk, in logs, in what is written; 1 in memory',
      reached: seconds <= HOUR_SECONDS,
    });
  } finally {
    await from.stop();
    await to.stop();
    rmSync(folder, { recursive: true });
  }
});

const rate = (count: number, { seconds }: Figures) =>
  `${seconds.toFixed(0)} s (${Math.round(count / seconds)} a second)`;

/** Numbers of a brand, that nothing else looks like. */
function cardOf(index: number): MovedCard {
  const digits = PREFIX + String(index).padStart(5, '0');
  const user = `shopper-${Math.floor(index / CARDS_OF_A_USER)}`;
  const tokens = [`token-of-another-vault-${crypto.randomUUID()}`];
  return { number: digits + checkDigit(digits), holder: `Shopper ${index}`, user, tokens };
}

function checkDigit(digits: string): number {
  const sum = Array.from(digits, Number).reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const sorted = (cards: readonly MovedCard[]) =>
  cards.toSorted((one, other) => (one.number < other.number ? -1 : 1));

type CustodianKeys = { readonly secrets: Keys; readonly ids: string[]; readonly options: string[] };

async function makeKeys(folder: string): Promise<CustodianKeys> {
  const files = ['anna', 'ben'].map((name) => join(folder, `${name}.key`));
  const ids: string[] = [];
  for (const file of files) {
    const { stdout } = await command({ environment: {} }, 'vault', 'key', file);
    ids.push(/"([0-9a-f]{16})"/.exec(stdout)?.[1] ?? '');
    chmodSync(file, 0o600);
  }
  const [one = '', other = ''] = files.map((file) => readFileSync(file, 'utf8').trim());
  return { secrets: [one, other], ids, options: files.flatMap((file) => ['--custodian', file]) };
}

type Course = { readonly kills: number; readonly looks: number };

/** Runs a command until it is done, though it or its service is killed meanwhile; and looks for numbers in the service's memory. */
async function move(services: Services, words: readonly string[], course: Course): Promise<Figures> {
  const [service] = services.processes;
  if (!service) throw new Error('Cannot move cards: found no service');
  const figures: Figures = { seconds: 0, memory: [], kills: 0 };
  const begun = performance.now();
  for (let isDone = false; !isDone; ) {
    const moving = command(services, 'vault', ...words);
    let hasEnded = false;
    const ended = moving
      .then(() => undefined)
      .catch((error: Error) => error)
      .finally(() => {
        hasEnded = true;
      });
    while (!hasEnded && isLinux && figures.memory.length < course.looks) {
      await Promise.race([ended, delay(Math.random() * 400)]);
      figures.memory.push(numbersInMemory(service.pid() ?? 0).size);
    }
    const isKilled = figures.kills < course.kills;
    if (isKilled) await Promise.race([ended, delay(Math.random() * 1500)]);
    if (isKilled) figures.kills += 1;
    const isServiceKilled = isKilled && figures.kills % 2 === 1;
    if (isServiceKilled) await service.stop('SIGKILL');
    else if (isKilled) moving.child.kill('SIGKILL');
    const failure = await ended;
    // Where its service has gone, a command opens the store itself, and holds it until it ends.
    if (isServiceKilled) await service.start();
    if (failure && !isKilled) throw failure;
    isDone = failure === undefined;
  }
  figures.seconds = (performance.now() - begun) / 1000;
  return figures;
}

/** The processor is asked with the card, which must decrypt; another user is refused. */
async function billOld({ processes }: Services, cards: readonly MovedCard[]) {
  const url = processes[0]?.url ?? '';
  for (let count = 0; count < BILLED; count += 1) {
    const { tokens, user } = cards[Math.floor(Math.random() * cards.length)] ?? cardOf(0);
    const sale = { ...start('SALE', '1.00'), key: crypto.randomUUID() };
    const by = (externalID: string) => ({ ccToken: tokens[0] ?? '', externalID });
    const stolen = await send(url, withParameters(sale, by('somebody-else')));
    expect(stolen.status, stolen.text).toBe(400);
    const billed = await send(url, withParameters({ ...sale, key: crypto.randomUUID() }, by(user)));
    expect(billed.status, billed.text).toBe(200);
  }
}

/** Moves some cards through a service whose every write, to a disk or a socket, is recorded. */
async function tracedMove(from: Services, keys: CustodianKeys): Promise<string> {
  if (!hasStrace) return 'what is written not recorded: there is no strace';
  const folder = mkdtempSync(join(tmpdir(), 'wallet-vault-traced-'));
  const trace = join(folder, 'writes');
  const [service] = from.processes;
  const cards = Array.from({ length: TRACED }, (_, index) => ({ ...cardOf(index), user: `traced-${index}` }));
  writeVaultFile(join(folder, 'cards.jwe'), keys.secrets, cards);
  const strace = await attach(service?.pid() ?? 0, trace);
  try {
    for (const words of [
      ['import', join(folder, 'cards.jwe')],
      ['export', join(folder, 'out.jwe')],
    ])
      await command(from, 'vault', ...words, ...keys.options);
  } finally {
    const gone = once(strace, 'exit');
    strace.kill('SIGINT');
    await gone;
  }
  const writes = readFileSync(trace);
  // It has recorded what was written: the lines of the file, which went out on a socket.
  const [, line = ''] = readFileSync(join(folder, 'out.jwe'), 'utf8').split('\n');
  expect(writes.includes(line.slice(0, 200))).toBe(true);
  expect(numbersIn(writes)).toEqual([]);
  rmSync(folder, { recursive: true });
  return `0 in ${(writes.length / 1e6).toFixed(0)} MB of writes`;
}

async function attach(pid: number, file: string): Promise<ChildProcess> {
  const calls = 'trace=write,pwrite64,writev,pwritev,pwritev2,sendto,sendmsg,sendmmsg';
  const strace = spawn('strace', ['-f', '-qq', '-s', '1000000', '-e', calls, '-o', file, '-p', String(pid)]);
  while (!existsSync(file)) await delay(20);
  await delay(500);
  return strace;
}
