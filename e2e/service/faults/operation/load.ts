import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { anyOf, followUp, send, start, transactionIdOf } from '../merchant.ts';

/** Of a service, or of a balancer before several. */
type Process = { readonly url: string };

const CLIENTS = 6;

/** Clients that pay and give back at any of the processes they are told of. */
export function loadOf() {
  const processes = new Set<Process>();
  const underWay = new Map<Process, number>();
  const paid: string[] = [];
  const failures: string[] = [];
  let isOver = false;
  /** Chosen as the request is sent: what has left meanwhile gets none. */
  const atAny = async <T>(task: (process: Process) => Promise<T>): Promise<T> => {
    const process = anyOf([...processes]);
    underWay.set(process, (underWay.get(process) ?? 0) + 1);
    try {
      return await task(process);
    } finally {
      underWay.set(process, (underWay.get(process) ?? 1) - 1);
    }
  };
  const client = async () => {
    while (!isOver) {
      if (processes.size === 0) {
        await delay(20);
        continue;
      }
      try {
        const sale = await atAny(({ url }) => send(url, start('SALE', '12.34')));
        if (sale.status !== 200) throw new Error(`${sale.status} ${sale.text}`);
        const id = transactionIdOf(sale);
        paid.push(id);
        const refund = await atAny(({ url }) => send(url, followUp('REFUND', id, '1.00')));
        if (refund.status !== 200) throw new Error(`${refund.status} ${refund.text}`);
      } catch (error) {
        failures.push(`${error} ${error instanceof Error ? error.cause : ''}`);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    failures,
    add(process: Process) {
      processes.add(process);
    },
    /** Waits for the requests that are under way there. */
    async remove(process: Process) {
      processes.delete(process);
      await expect.poll(() => underWay.get(process) ?? 0).toBe(0);
    },
    async untilPaid(count: number) {
      const goal = paid.length + count;
      await expect.poll(() => paid.length, { timeout: 60_000 }).toBeGreaterThan(goal);
    },
    async end() {
      isOver = true;
      await Promise.all(clients);
      return paid;
    },
  };
}
