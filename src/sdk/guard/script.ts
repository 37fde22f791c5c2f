import { pageName } from '../../contract/page-guard/page-items.ts';
import { findOverlays } from './find-overlays.ts';
import { createInventory } from './inventory.ts';
import { openPlatform } from './platform.ts';
import { watchDocument } from './watch-document.ts';
import { watchRequests } from './watch-requests.ts';
import { watchTyping } from './watch-typing.ts';

/**
 * `guard.js`, a script of its own: it tells the service which scripts, frames and forms the page has, and what comes to them
 * later. It reads nothing that is typed, and what it fails at fails alone.
 */
const KEPT = 'wallet-guard';
/** Of loads that differ in nothing from the one before in this tab, so many are reported. */
const SAMPLE = 0.1;
const LOOK_MS = 1_500;

start(document.currentScript as HTMLScriptElement);

function start({ src, dataset: { key, page = pageName(location.pathname) } }: HTMLScriptElement): void {
  const { origin } = new URL(src);
  const { add, take } = createInventory();
  const { findPatches, acceptOurs } = openPlatform(add);
  const seeAll = watchDocument(add);
  findPatches();
  const seeHandlers = watchTyping(add, src);
  acceptOurs();
  let isFirst = true;
  const look = async () => {
    seeAll();
    seeHandlers();
    findPatches();
    findOverlays(add, origin);
    navigator.serviceWorker?.getRegistrations().then((all) => {
      for (const { scope } of all) add('worker', scope);
    });
    const items = await take();
    const report = JSON.stringify({ key, page, items });
    if (isFirst ? !isKnown(report) : items[0]) navigator.sendBeacon(`${origin}/page-guard/reports`, report);
    isFirst = false;
  };
  watchRequests(add);
  seeAll();
  setInterval(look, LOOK_MS);
  addEventListener('pagehide', look);
}

/** Whether this tab has reported just that before, and this load is none of the sample. */
function isKnown(report: string): boolean {
  try {
    const isSame = sessionStorage[KEPT] === report;
    sessionStorage[KEPT] = report;
    return isSame && Math.random() > SAMPLE;
  } catch {
    // Without storage every load is reported.
    return false;
  }
}
