import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPrograms } from '../faults/build-programs.ts';
import { type Program, startProgram } from '../faults/start-program.ts';

let programs: string;
let template: string;
let directory: string;
let programsToKill: Program[];

beforeAll(async () => {
  programs = await buildPrograms();
  template = join(programs, 'pgdata.tar.gz');
  execFileSync(process.execPath, [join(programs, 'build-template.js'), template]);
});
afterAll(() => rm(programs, { recursive: true }));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-'));
  programsToKill = [];
});
afterEach(async () => {
  for (const program of programsToKill) program.process.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

type Task = 'open' | 'commit' | 'optimistic';

function start(task: Task, nodeArgs: string[] = []): Program {
  const program = startProgram(programs, 'store-process', { args: [task, directory, template], nodeArgs });
  programsToKill.push(program);
  return program;
}

/** The rows that are stored. Whoever looks has left the store to the next by then. */
async function storedRows(): Promise<number[]> {
  const program = start('open');
  const rows = await found(program);
  await program.exitCode;
  return rows;
}

/** The rows a process finds when it opens the store. */
async function found(program: Program): Promise<number[]> {
  expect(await program.nextLine()).toMatch(/^ready/);
  const rows = await program.nextLine();
  return (rows ?? '').split(' ').slice(1).filter(Boolean).map(Number);
}

async function commitUntil(end: (program: Program) => unknown, program = start('commit')): Promise<number> {
  await found(program);
  let acknowledged = 0;
  let lines = 0;
  for (let line = await program.nextLine(); line; line = await program.nextLine()) {
    const [, id] = /^committed (\d+)$/.exec(line) ?? [];
    acknowledged = Number(id ?? acknowledged);
    lines += 1;
    if (lines === 300) await end(program);
  }
  // The last line may be read before the killed process is gone, and until then the lock is its own.
  await program.exitCode;
  return acknowledged;
}

describe('openEmbedded', () => {
  test('starts from the template, closes, and opens again', async () => {
    for (let round = 0; round < 2; round += 1) {
      const program = start('open');
      expect(await program.nextLine()).toMatch(/^ready/);
      while (await program.nextLine()) {}
    }
    expect(await readdir(directory)).toEqual(['pgdata']);
    expect((await stat(join(directory, 'pgdata'))).mode & 0o777).toBe(0o700);
  });

  test('starts without a template too', { tags: 'prove' }, async () => {
    const program = startProgram(programs, 'store-process', { args: ['open', directory] });
    programsToKill.push(program);
    expect(await found(program)).toEqual([]);
  });

  test.each<Task>(['commit', 'optimistic'])(
    'finds every acknowledged row after kill -9: %s',
    { tags: 'prove' },
    async (task) => {
      for (let kill = 0; kill < 3; kill += 1) {
        const acknowledged = await commitUntil((program) => program.process.kill('SIGKILL'), start(task));
        const rows = await storedRows();
        expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
        expect(rows).toEqual(rows.map((_, index) => index + 1));
      }
    },
  );

  test.each<[Task, together: number]>([
    ['commit', 1],
    ['optimistic', 8],
  ])(
    'stops at once when the disk refuses to sync, and acknowledges nothing that was not: %s',
    async (task, together) => {
      const program = start(task, [`--import=${pathToFileURL(join(programs, 'break-fsync.js'))}`]);
      const broken = join(directory, 'pgdata.broken');
      const acknowledged = await commitUntil(() => writeFile(broken, ''), program);
      expect(await program.exitCode).toBe(1);
      const rows = await storedRows();
      expect(rows.slice(0, acknowledged)).toHaveLength(acknowledged);
      expect(rows.length).toBeLessThanOrEqual(acknowledged + together);
    },
  );

  test('refuses a second process and names the first', { tags: 'prove' }, async () => {
    const first = start('commit');
    await found(first);
    const answer = await start('open').nextLine();
    expect(answer).toMatch(
      `lock_held Cannot lock "${join(directory, 'lock')}": process ${first.process.pid} `,
    );
  });

  test('leaves files it cannot open as they are and says what to do', { tags: 'prove' }, async () => {
    const first = start('open');
    while (await first.nextLine()) {}
    const control = join(directory, 'pgdata', 'global', 'pg_control');
    await cp(control, join(directory, 'kept'));
    await writeFile(control, Buffer.alloc(8192));
    const before = await readdir(join(directory, 'pgdata'));
    const answer = await start('open').nextLine();
    expect(answer).toMatch(/^store_corrupt .*restore a backup/);
    expect(await readdir(join(directory, 'pgdata'))).toEqual(before);
    await cp(join(directory, 'kept'), control);
    expect(await storedRows()).toEqual([]);
  });
});
