import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildPrograms } from '../faults/build-programs.ts';
import { type DiskEvent, openDisk } from '../faults/simulated-disk.ts';
import { type Program, startProgram } from '../faults/start-program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Moments at which the power goes. */
    powerLosses: number;
  }
}

const COMMITS = 1_500;
const losses = inject('powerLosses');

let place: string;
let programs: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'power-loss-'));
  programs = await buildPrograms();
  const template = join(place, 'pgdata.tar.gz');
  execFileSync(process.execPath, [join(programs, 'build-template.js'), template]);
  await rowsIn(openStore(join(place, 'before'), template));
});
afterAll(async () => {
  for (const directory of [programs, place]) await rm(directory, { recursive: true });
});

test.each(['commit', 'optimistic'])(
  'a power loss at any moment leaves every row that was acknowledged: %s',
  { tags: 'prove', timeout: 60_000 + losses * 30_000 },
  async (task) => {
    const events = await eventsOf(task);
    const ready = events.findIndex(({ kind }) => kind === 'output');
    const disk = openDisk(join(place, 'before', 'pgdata'));
    let eventCount = 0;
    let acknowledged = 0;
    for (const moment of momentsBetween(ready, events.length)) {
      for (const event of events.slice(eventCount, moment)) {
        if (event.kind === 'output') acknowledged = committedIn(event.text) ?? acknowledged;
        else disk.take(event);
      }
      eventCount = moment;
      // Of what was not synced nothing is left, or some.
      for (const share of [0, 0.5]) {
        const directory = join(place, `left by ${task}`);
        disk.writeTo(join(directory, 'pgdata'), () => Math.random() < share);
        const rows = await rowsIn(openStore(directory));
        const acknowledgedIds = Array.from({ length: acknowledged }, (_, index) => index + 1);
        expect(rows.slice(0, acknowledged), `moment ${moment}, ${share} left`).toEqual(acknowledgedIds);
        await rm(directory, { recursive: true });
      }
    }
    expect(acknowledged).toBeGreaterThan(0);
  },
);

/** What a store does to its files, and says meanwhile, until it has committed enough. */
async function eventsOf(task: string): Promise<DiskEvent[]> {
  const [directory, log] = [join(place, task), join(place, `${task}.log`)];
  await cp(join(place, 'before'), directory, { recursive: true });
  const program = startProgram(programs, 'store-process', {
    args: [task, directory],
    nodeArgs: [`--import=${pathToFileURL(join(programs, 'log-writes.js'))}?log=${log}`],
  });
  for (let line = await program.nextLine(); line; line = await program.nextLine())
    if ((committedIn(line) ?? 0) >= COMMITS) await program.kill('SIGKILL');
  const lines = (await readFile(log, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

function momentsBetween(first: number, end: number): number[] {
  const moments = Array.from({ length: losses }, () => first + Math.ceil(Math.random() * (end - first)));
  return moments.sort((one, other) => one - other);
}

function committedIn(line: string): number | undefined {
  const [, id] = /^committed (\d+)/.exec(line) ?? [];
  return id === undefined ? undefined : Number(id);
}

const openStore = (directory: string, ...template: string[]) =>
  startProgram(programs, 'store-process', { args: ['open', directory, ...template] });

async function rowsIn(program: Program): Promise<number[]> {
  expect(await program.nextLine()).toMatch(/^ready/);
  const [, ...rows] = ((await program.nextLine()) ?? '').split(' ').filter(Boolean);
  await program.exitCode;
  return rows.map(Number);
}
