import { setTimeout as delay } from 'node:timers/promises';
import { growth } from '../../../../tools/bench/kit/statistics.ts';
import { isFullSize } from '../../../../tools/check/proof-sizes.ts';
import { metricsOf } from '../../../support/stack/admin-client.ts';
import type { Service } from '../stores.ts';
import type { SoakLoad } from './soak-load.ts';

/** Of the whole time; what is read then does not count. */
const WARM_UP = 1 / 6;
const STRETCH_MS = isFullSize ? 120_000 : 8_000;
const READ_EVERY_MS = isFullSize ? 5_000 : 1_000;
/** Idle connections are closed by then. */
const CONNECTIONS_CLOSE_MS = 6_000;
const SETTLED_WITHIN_MS = 60_000;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1e6;

/** Bytes that a process holds. */
type Memory = { readonly resident: number; readonly heap: number };
/** What there is while nothing is under way but the tabs. */
type Rest = {
  /** Of each process: sockets, servers, threads. */
  readonly handles: readonly number[];
  readonly streams: number;
  readonly callbacksWaiting: number;
};

/** A stretch of load and the rest after it. */
export type Stretch = {
  readonly endedAt: number;
  /** The least of each process: what is left when garbage has just been collected. */
  readonly least: readonly Memory[];
  readonly rest: Rest;
};

type WatchInput = {
  readonly load: SoakLoad;
  readonly minutes: number;
  /** That are left open. */
  readonly tabs: number;
};

/** Stretch after stretch, those of the warm-up left out. */
export async function watch(
  processes: readonly Service[],
  { load, minutes, tabs }: WatchInput,
): Promise<Stretch[]> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 60_000;
  const stretches: Stretch[] = [];
  while (passed() < minutes) {
    const isWarm = passed() >= minutes * WARM_UP;
    const least = await Promise.all(processes.map(leastMemory));
    await load.pause();
    const rest = await readAtRest(processes, tabs);
    if (isWarm) stretches.push({ endedAt: performance.now(), least, rest });
    load.resume();
  }
  await load.pause();
  return stretches;
}

async function leastMemory({ inspectorUrl }: Service): Promise<Memory> {
  const end = performance.now() + STRETCH_MS;
  const readings: Memory[] = [];
  while (performance.now() < end) {
    await delay(READ_EVERY_MS);
    const metric = await metricsOf(inspectorUrl);
    readings.push({
      resident: metric('process_resident_memory_bytes'),
      heap: metric('nodejs_heap_size_used_bytes'),
    });
  }
  const least = (what: keyof Memory) => Math.min(...readings.map((reading) => reading[what]));
  return { resident: least('resident'), heap: least('heap') };
}

/** Once all callbacks are taken and all tabs are there, or nothing changes any more. */
async function readAtRest(processes: readonly Service[], tabs: number): Promise<Rest> {
  await delay(CONNECTIONS_CLOSE_MS);
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const metrics = await Promise.all(processes.map(({ inspectorUrl }) => metricsOf(inspectorUrl)));
    const sum = (name: string) => metrics.reduce((total, metric) => total + metric(name), 0);
    const rest = {
      handles: metrics.map((metric) => metric('nodejs_active_handles_total')),
      streams: sum('wallet_open_streams'),
      // Each process tells of the whole store.
      callbacksWaiting: sum('wallet_callbacks_waiting') / processes.length,
    };
    const isSettled = rest.callbacksWaiting === 0 && rest.streams === tabs;
    if (isSettled || performance.now() > deadline) return rest;
    await delay(500);
  }
}

/** Of the process that grows most, MB an hour. */
export function growthOf(stretches: readonly Stretch[], what: keyof Memory) {
  const [first] = stretches;
  const slopes = (first?.least ?? []).map((_, process) =>
    growth(
      stretches.map(({ endedAt, least }) => ({
        at: endedAt / HOUR_MS,
        value: (least[process]?.[what] ?? Number.NaN) / MEGABYTE,
      })),
    ),
  );
  const all = stretches.flatMap(({ least }) => least.map((memory) => memory[what] / MEGABYTE));
  const { slope, error } = slopes.reduce((most, one) => (one.slope > most.slope ? one : most));
  return { slope, text: `${slope.toFixed(1)} ± ${error.toFixed(1)} MB/h of ${rangeOf(all).text} MB` };
}

/** Of the process whose handles at rest are furthest apart. */
export function handlesOf(stretches: readonly Stretch[]) {
  const [first] = stretches;
  const ranges = (first?.rest.handles ?? []).map((_, process) =>
    rangeOf(stretches.map(({ rest }) => rest.handles[process] ?? Number.NaN)),
  );
  return ranges.reduce((most, one) => (one.spread > most.spread ? one : most));
}

function rangeOf(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { spread: most - least, text: `${least.toFixed(0)} to ${most.toFixed(0)}` };
}
