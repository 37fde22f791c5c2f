import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { isFullSize, proofSize, proofSizes } from '../../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../../tools/check/proofs/proof-rows.ts';
import { freePort } from '../../../support/stack/free-port.ts';
import { startServices, stores } from '../stores.ts';
import { leaveTabOpen, soakLoad } from './soak-load.ts';
import { growthOf, handlesOf, watch } from './soak-readings.ts';

/** With the rests between, 50. */
const PER_SECOND = 53;
const TABS = 20;
/** Handles at rest are constant, 5 more or less. */
const GOALS = { megabytesPerHour: 1, handles: 10 };

for (const store of stores) {
  test(`on ${store} nothing piles up under steady load`, { tag: '@prove' }, async () => {
    const minutes = proofSize('steadyLoad');
    test.setTimeout(180_000 + minutes * 120_000);
    const receiver = createServer((_, response) => response.end());
    const port = await freePort();
    receiver.listen(port, '127.0.0.1');
    await once(receiver, 'listening');
    const services = await startServices(store, {
      settings: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
    });
    const tabs = Array.from({ length: TABS }, () => leaveTabOpen(services.processes));
    try {
      const callbackUrl = `http://127.0.0.1:${port}/callback`;
      const load = soakLoad(services.processes, { perSecond: PER_SECOND, callbackUrl });
      const began = performance.now();
      const stretches = await watch(services.processes, { load, minutes, tabs: TABS });
      const rate = (load.requests() * 1_000) / (performance.now() - began);
      expect.soft(load.faults).toEqual([]);
      for (const { rest } of stretches)
        expect.soft(rest).toMatchObject({ streams: TABS, callbacksWaiting: 0 });
      const resident = growthOf(stretches, 'resident');
      const heap = growthOf(stretches, 'heap');
      const handles = handlesOf(stretches);
      expect.soft(handles.spread).toBeLessThanOrEqual(GOALS.handles);
      keepProof({
        what: `${proofSizes.steadyLoad.what}, ${store}`,
        measured: `${minutes} min, ${rate.toFixed(0)} requests a second, ${load.faults.length} failed; memory ${resident.text}, heap ${heap.text}; handles at rest ${handles.text}`,
        goal: `memory < ${GOALS.megabytesPerHour} MB/h, handles within ${GOALS.handles}`,
        // A minute says nothing of an hour.
        reached: handles.spread <= GOALS.handles && (!isFullSize || resident.slope < GOALS.megabytesPerHour),
      });
    } finally {
      await Promise.all(tabs.map((tab) => tab.close()));
      await services.stop();
      receiver.close();
    }
  });
}
