import { setTimeout as delay } from 'node:timers/promises';
import { askAdmin } from '../../../support/stack/admin-client.ts';
import { valueAt } from '../../../support/stack/service-client.ts';
import { anyOf } from '../merchant.ts';
import type { Service } from '../stores.ts';

const MINUTES = 60;
/** The acquirer's own clock cannot be moved: what it ends later ends by then. */
const ENDED_AT_ACQUIRER_MS = 5_000;
const SETTLED_WITHIN_MS = 60_000;
const QUIET_MS = 1_500;

export type Undecided = { readonly attempts: readonly unknown[]; readonly kept: readonly unknown[] };

/** Lets an hour of the services' clock pass, and then what is due run. Returns what nobody knows after that. */
export async function letAnHourPass(processes: readonly Service[]): Promise<Undecided> {
  await delay(ENDED_AT_ACQUIRER_MS);
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await askAdmin(anyOf(processes).inspectorUrl, '/api/clock', { advance_seconds: 60 });
    // Whoever is asked for the time takes it over.
    await Promise.all(processes.map(({ inspectorUrl }) => askAdmin(inspectorUrl, '/api/clock')));
    if ((await readUndecided(processes)).attempts.length > 0) await delay(300);
  }
  const giveUpAt = Date.now() + SETTLED_WITHIN_MS;
  while ((await readUndecided(processes)).attempts.length > 0 && Date.now() < giveUpAt) await delay(200);
  // Callbacks are sent after that.
  await delay(QUIET_MS);
  return readUndecided(processes);
}

async function readUndecided(processes: readonly Service[]): Promise<Undecided> {
  const answer = await askAdmin(anyOf(processes).inspectorUrl, '/api/attempts');
  const listAt = (name: string) => {
    const list = valueAt(answer, name);
    return Array.isArray(list) ? list : [];
  };
  return { attempts: listAt('attempts'), kept: listAt('notifications') };
}
