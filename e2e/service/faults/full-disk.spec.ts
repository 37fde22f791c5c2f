import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { lookUp } from '../../support/stack/service-client.ts';
import { type Reply, type Request, send, sendUntilAnswered, start, transactionIdOf } from './merchant.ts';
import { type Service, startServices } from './stores.ts';

const CLIENTS = 16;
const REFUSALS_OF_EACH = 5;
const DISK = '400m';
/** A file of the engine's log has 16 MiB: now it is the log that does not fit, now a table. */
const MOST_LEFT_BYTES = 12_000_000;
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

type Billed = {
  readonly acknowledged: Map<Request, Reply>;
  /** With the status, 0 where no answer came. */
  readonly refused: Map<Request, number>;
};

test('a full disk acknowledges nothing that is not stored, and loses nothing that is', {
  tag: '@prove',
}, async () => {
  const row = {
    what: proofSizes.fullDisks.what,
    goal: 'refused with 503, 0 lost, works again with room',
  };
  if (!mayMount)
    return keepProof({ ...row, measured: 'not measured: to mount a small disk is for root', reached: false });
  const rounds = proofSize('fullDisks');
  test.setTimeout(60_000 + rounds * 60_000);
  const disk = mkdtempSync(join(tmpdir(), 'wallet-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]);
  const services = await startServices('embedded', { settings: { DATA_DIR: join(disk, 'data') } });
  const filler = join(disk, 'filler');
  const total = { acknowledged: 0, refused: 0, ended: 0 };
  const faults: string[] = [];
  try {
    const [service] = services.processes;
    if (!service) throw new Error('Cannot fill a disk: found no service');
    for (let round = 0; round < rounds; round += 1) {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - Math.random() * MOST_LEFT_BYTES));
      const billed = await billUntilFull(service.url);
      const isKilled = Math.random() < 0.5;
      if (isKilled) await service.stop('SIGKILL');
      rmSync(filler);
      const hadEnded = await startWhereEnded(service);
      if (hadEnded && !isKilled) total.ended += 1;
      faults.push(...(await faultsOf(service.url, billed)));
      total.acknowledged += billed.acknowledged.size;
      total.refused += billed.refused.size;
    }
  } finally {
    await services.stop();
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  }
  expect.soft(faults).toEqual([]);
  keepProof({
    ...row,
    measured: `${rounds} times, ${total.acknowledged} acknowledged, ${total.refused} refused, the service ended ${total.ended} times, ${faults.length} violations`,
    reached: faults.length === 0 && total.acknowledged > 0,
  });
});

/** Each client goes on until it has been refused a few times. */
async function billUntilFull(url: string): Promise<Billed> {
  const billed: Billed = { acknowledged: new Map(), refused: new Map() };
  const client = async () => {
    for (let refusals = 0; refusals < REFUSALS_OF_EACH; ) {
      const request = start('SALE', '12.34');
      const reply = await send(url, request).catch(() => undefined);
      if (reply?.status === 200) billed.acknowledged.set(request, reply);
      else {
        billed.refused.set(request, reply?.status ?? 0);
        refusals += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return billed;
}

/** Where the engine cannot write its log the service ends, and whoever watches over it starts it again. */
async function startWhereEnded(service: Service): Promise<boolean> {
  const hasEnded = await fetch(`${service.url}/readyz`).then(
    () => false,
    () => true,
  );
  if (hasEnded) await service.start();
  return hasEnded;
}

/** What was acknowledged is found as it was; what was refused can be asked again, and happens once. */
async function faultsOf(url: string, { acknowledged, refused }: Billed): Promise<string[]> {
  const faults: string[] = [];
  for (const [request, reply] of acknowledged) {
    const id = transactionIdOf(reply);
    const again = await send(url, request);
    if (again.text !== reply.text) faults.push(`${id}: another answer than the first`);
    if (!(await lookUp(url, id))) faults.push(`${id}: lost`);
  }
  for (const [request, status] of refused) {
    if (status !== 0 && status !== 503) faults.push(`refused with ${status}`);
    const reply = await sendUntilAnswered(url, request);
    if (reply.status !== 200) faults.push(`asked again: ${reply.status} ${reply.text}`);
  }
  return faults;
}
