import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPrograms } from '../faults/build-programs.ts';
import { type Program, startProgram } from '../faults/start-program.ts';
import { ownIdentity } from '../locks/process-identity.ts';
import { claimDataDirectory } from './data-directory.ts';

let programs: string;
let directory: string;
let programsToKill: Program[];

beforeAll(async () => {
  programs = await buildPrograms();
});
afterAll(() => rm(programs, { recursive: true }));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'data-directory-'));
  programsToKill = [];
});
afterEach(async () => {
  for (const program of programsToKill) program.process.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

function hold(): Program {
  const program = startProgram(programs, 'hold-lock', { args: [directory] });
  programsToKill.push(program);
  return program;
}

async function holdSideBySide(count: number) {
  const contenders = Array.from({ length: count }, hold);
  const answers = await Promise.all(contenders.map((contender) => contender.nextLine()));
  const winners = contenders.filter((_, index) => answers[index] === 'running');
  const refusals = answers.filter((answer) => answer !== 'running');
  return { winners, refusals };
}

describe('claimDataDirectory', () => {
  test('makes the directory with mode 0700, and takes an existing one back from other users', async () => {
    const fresh = join(directory, 'deep', 'data');
    claimDataDirectory(fresh).release();
    expect((await stat(fresh)).mode & 0o777).toBe(0o700);

    const open = join(directory, 'open');
    await mkdir(open, { mode: 0o755 });
    claimDataDirectory(open).release();
    expect((await stat(open)).mode & 0o777).toBe(0o700);
  });

  test('refuses a second claim by name, until the first is released', async () => {
    const { release } = claimDataDirectory(directory);
    const refusal = {
      code: 'lock_held',
      message: expect.stringContaining(`process ${process.pid} `),
    };
    expect(() => claimDataDirectory(directory)).toThrow(expect.objectContaining(refusal));
    release();
    claimDataDirectory(directory).release();
    expect(await readdir(directory)).toEqual([]);
  });

  test('lets one of 100 parallel starts run, and again after kill -9 of the owner; the others name its pid', {
    tags: 'prove',
    timeout: 120_000,
  }, async () => {
    let owner: Program | undefined;
    for (const round of ['empty', 'killed']) {
      await owner?.kill('SIGKILL');
      const { winners, refusals } = await holdSideBySide(100);
      expect(winners, round).toHaveLength(1);
      expect(refusals).toHaveLength(99);
      owner = winners[0];
      const inUse = refusals.filter((text) => text?.startsWith('lock_held'));
      expect(inUse).toHaveLength(99);
      const naming = refusals.filter((text) => text?.includes(`process ${owner?.process.pid} on`));
      // A contender that is just giving up its own attempt may be named in a winner's place.
      expect(naming.length).toBeGreaterThan(90);
      expect(await readdir(directory)).toEqual(['lock']);
    }
  });

  test('is released by a clean stop', async () => {
    const owner = hold();
    await owner.nextLine();
    await owner.kill('SIGTERM');
    expect(await readdir(directory)).toEqual([]);
  });

  const nonce = '6f2d2a53-1bc1-4b0f-8a3e-9a3d7d1c4b11';
  const own = ownIdentity();
  test.each([
    ['of an earlier boot', { ...own, bootId: 'another' }],
    ['whose pid now belongs to another process', { ...own, startedAt: '1' }],
  ])('takes over from an owner %s', async (_, claim) => {
    await writeFile(join(directory, 'lock'), JSON.stringify({ ...claim, nonce }));
    claimDataDirectory(directory).release();
  });

  test('takes over when the successor of a dead owner died before it had finished', async () => {
    const dead = { ...own, startedAt: '1' };
    const second = '0b0d3c51-77a1-4a52-a5a5-3c9d6dfb2b22';
    await writeFile(join(directory, 'lock'), JSON.stringify({ ...dead, nonce }));
    await writeFile(join(directory, `lock.after-${nonce}`), JSON.stringify({ ...dead, nonce: second }));
    const { release } = claimDataDirectory(directory);
    expect(await readdir(directory)).toEqual(['lock']);
    release();
  });

  test.each([
    ['of another machine', JSON.stringify({ ...own, host: 'elsewhere', nonce }), 'elsewhere'],
    ['that names nobody', '', 'delete the file'],
  ])('never steals a lock %s', async (_, text, hint) => {
    await writeFile(join(directory, 'lock'), text);
    expect(() => claimDataDirectory(directory)).toThrow(hint);
    expect(await readdir(directory)).toEqual(['lock']);
  });

  test('waits for the text of a lock that another process is writing', async () => {
    const lock = join(directory, 'lock');
    await writeFile(lock, '');
    const text = JSON.stringify({ ...own, nonce });
    const writing =
      "const { workerData } = require('node:worker_threads'); setTimeout(() => require('node:fs').writeFileSync(...workerData), 200)";
    const worker = new Worker(writing, { eval: true, workerData: [lock, text] });
    await once(worker, 'online');
    expect(() => claimDataDirectory(directory)).toThrow(`process ${process.pid} on`);
    await worker.terminate();
  });
});
