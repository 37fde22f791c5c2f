import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../../tools/check/proofs/proof-rows.ts';
import { openReceiver, type Receiver } from '../callback-receiver.ts';
import { anyOf } from '../merchant.ts';
import { type Services, type StoreName, startServices, stores } from '../stores.ts';
import { type AcquirerProgram, acquirerProgram } from './acquirer.ts';
import { letAnHourPass } from './an-hour.ts';
import { check } from './check.ts';
import { dispute } from './disputes.ts';
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts';
import { killInTurn } from './kills.ts';
import { pay } from './payments.ts';
import { randomOf } from './random.ts';
import { faultsOfReports } from './reports.ts';
import { count, type Scene } from './told.ts';

const seed = Number(process.env['E2E_SEED'] ?? Date.now() % 2 ** 31);
const PAYMENTS = Number(process.env['LEDGER_PAYMENTS'] ?? proofSize('twoLedgers'));
/** Of a service and of the acquirer, in turn. */
const KILLS = Math.min(100, Math.ceil(PAYMENTS / 15));
/** Most wait: for an end that comes later, or for an answer that was lost. */
const CLIENTS = Math.min(100, Math.ceil(PAYMENTS / 5));
const FAULTS = { questions: 0.15, notifications: 0.4 };
/** Of an acquirer whose search lags behind: then the key alone keeps a question from having effect twice. */
const BLIND = { share: 0.5, answer: '{"outcome":"absent"}' };

for (const store of stores) {
  test(`on ${store} our ledger and the acquirer's agree to the cent, over a bad network, with both killed`, {
    tag: '@prove',
  }, async () => {
    test.setTimeout(300_000 + PAYMENTS * 1_000);
    const began = Date.now();
    const stage = await openStage(store);
    try {
      const { scene, killed, minutes } = await act(stage);
      const sold = await stage.acquirer.readLedger();
      const disputes = await dispute(stage.acquirer, {
        ledger: sold,
        told: scene.told,
        random: randomOf(seed + 3),
      });
      stage.questions.calm();
      stage.notifications.calm();
      // It tells at once what it would tell again after minutes of its own clock, which cannot be moved.
      await stage.acquirer.stop('SIGKILL');
      await stage.acquirer.start();
      const { attempts, kept } = await letAnHourPass(stage.services.processes);
      const ledger = await stage.acquirer.readLedger();
      const { arrivals } = stage.receiver;
      const books = { ...stage.services, told: scene.told, arrivals, ledger, disputes };
      const { undecided, differences, untrue, totals } = await check(books);
      const reports = await faultsOfReports(stage.services.processes, began);
      const faults = [...undecided, ...differences, ...untrue, ...reports.faults];
      console.log(
        `seed ${seed}, ${scene.told.length} operations: ${countsOf(scene.told.map(({ method }) => method))}`,
      );
      console.log(`refused: ${textOf(scene.refused)}`);
      console.log(`boxes: ${textOf(scene.boxes)}`);
      for (const [name, { counts, messages }] of Object.entries({
        questions: stage.questions,
        notifications: stage.notifications,
      }))
        console.log(`${name}: ${messages()}, of them ${textOf(counts)}`);
      console.log(
        `${ledger.length} entries at the acquirer, ${totals}, ${reports.lines} lines in its reports; afterwards ${countsOf(disputes.map(({ end }) => end))}; ${kept.length} notifications kept`,
      );
      keepProof({
        what: `${proofSizes.twoLedgers.what}, ${stage.services.processes.length} processes, ${store}`,
        measured: `${PAYMENTS} payments, ${scene.told.length} operations, ${killed} kills, ${minutes} min; ${undecided.length} undecided, ${differences.length} differences, ${untrue.length} answers untrue, ${reports.faults.length} differences to its reports`,
        goal: '0 undecided an hour later, 0 differences, 0 untrue, 0 to its reports',
        reached: faults.length === 0,
      });
      expect.soft(attempts, 'undecided an hour later').toEqual([]);
      expect.soft(kept, 'notifications of nobody').toEqual([]);
      expect.soft(undecided).toEqual([]);
      expect.soft(differences).toEqual([]);
      expect.soft(untrue).toEqual([]);
      expect.soft(reports.faults).toEqual([]);
    } catch (error) {
      keepLogs(stage);
      throw error;
    } finally {
      await stage.close();
    }
  });
}

type Stage = {
  readonly services: Services;
  readonly acquirer: AcquirerProgram;
  readonly questions: FaultyProxy;
  readonly notifications: FaultyProxy;
  readonly receiver: Receiver;
  close(): Promise<void>;
};

/** Services and an acquirer, with a bad network between them in both directions. */
async function openStage(store: StoreName): Promise<Stage> {
  let services: Services | undefined;
  const notifications = await openFaultyProxy({
    target: () => anyOf(services?.processes ?? []).url,
    share: FAULTS.notifications,
    blind: BLIND,
    random: randomOf(seed + 1),
  });
  const acquirer = await acquirerProgram(`${notifications.url}/acquirers/sandbox/notifications`);
  await acquirer.start();
  const questions = await openFaultyProxy({
    target: () => acquirer.url,
    share: FAULTS.questions,
    blind: BLIND,
    random: randomOf(seed + 2),
  });
  const receiver = await openReceiver({ ports: 1, failing: 0.1, hangMs: 300, isOver: () => true });
  const settings = { ACQUIRER_URL: questions.url, CALLBACK_RETRIES: 'fast' };
  const started = await startServices(store, { settings, sharing: 2 });
  services = started;
  return {
    services: started,
    acquirer,
    questions,
    notifications,
    receiver,
    async close() {
      await started.stop();
      await acquirer.stop();
      questions.close();
      notifications.close();
      receiver.close();
      acquirer.remove();
    },
  };
}

/** What a run that could not go on has left to be read. */
function keepLogs({ services, acquirer }: Stage) {
  const programs = [...services.processes, acquirer];
  for (const [number, program] of programs.entries())
    writeFileSync(test.info().outputPath(`program-${number}.log`), program.output());
}

/** Merchants and shoppers pay while both sides are killed. */
async function act({ services, acquirer, receiver }: Stage) {
  const random = randomOf(seed);
  const { processes } = services;
  const scene: Scene = {
    processes,
    callbackUrl: receiver.url(),
    random,
    told: [],
    refused: new Map(),
    boxes: new Map(),
  };
  const from = performance.now();
  let begun = 0;
  let paid = 0;
  const client = async () => {
    while (begun < PAYMENTS) {
      begun += 1;
      await pay(scene);
      paid += 1;
    }
  };
  const victims = processes.flatMap((service) => [service, acquirer]);
  const failing = new AbortController();
  const progress = () => paid / PAYMENTS;
  const killing = killInTurn({ victims, kills: KILLS, progress, signal: failing.signal });
  const clients = Array.from({ length: CLIENTS }, client);
  const paying = Promise.all(clients).catch((error) => {
    failing.abort();
    throw error;
  });
  const [killed] = await Promise.all([killing, paying]);
  return { scene, killed, minutes: ((performance.now() - from) / 60_000).toFixed(1) };
}

function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) count(counts, name);
  return textOf(counts);
}

const textOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
