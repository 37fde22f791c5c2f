import { askAdmin, postAdmin } from '../../../support/stack/admin-client.ts';
import { textAt, valueAt } from '../../../support/stack/service-client.ts';
import { anyOf } from '../merchant.ts';
import type { Service } from '../stores.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the service itself finds between its books and the acquirer's report of each day since then, in words. */
export async function faultsOfReports(
  processes: readonly Service[],
  since: number,
): Promise<{ readonly lines: number; readonly faults: readonly string[] }> {
  const { inspectorUrl } = anyOf(processes);
  const now = Date.parse(textAt(await askAdmin(inspectorUrl, '/api/clock'), 'now'));
  const faults: string[] = [];
  let lines = 0;
  for (const day of daysBetween(since, now)) {
    const answer = await postAdmin(inspectorUrl, `/api/reconciliations?day=${day}`);
    const [found] = listAt(answer, 'reconciliations');
    const outcome = textAt(found, 'outcome');
    lines += Number(valueAt(found, 'line_count'));
    if (outcome === 'equal') continue;
    faults.push(
      `report of ${day}: ${outcome}`,
      ...listAt(found, 'differences').map((each) => JSON.stringify(each)),
    );
  }
  return { lines, faults };
}

function daysBetween(from: number, to: number): string[] {
  const dayOf = (at: number) => Math.floor(at / DAY_MS);
  const count = dayOf(to) - dayOf(from) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date((dayOf(from) + index) * DAY_MS).toISOString().slice(0, 10),
  );
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = valueAt(value, name);
  if (!Array.isArray(list)) throw new Error(`Cannot read ${name}: found no list`);
  return list;
}
