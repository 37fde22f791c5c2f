import { placeOf, queryOf } from '../../contract/page-guard/page-items.ts';
import type { Add } from './inventory.ts';

/** Records scripts whose tags are gone, modules and workers, and the origins that the page asks anything of or goes to. */
export function watchRequests(add: Add): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { name, initiatorType } = entry as PerformanceResourceTiming;
      const { origin } = new URL(name);
      const isOwn = origin === location.origin;
      if (!isOwn) add('connect', origin);
      if (initiatorType !== 'script' && !/\.m?js$/.test(placeOf(name))) continue;
      add('script', placeOf(name), queryOf(name));
      // From the browser's cache: the bytes that ran.
      if (isOwn)
        add(
          'file',
          placeOf(name),
          fetch(name, { cache: 'force-cache' }).then((answer) => answer.text()),
        );
    }
  }).observe({ type: 'resource', buffered: true });
  // Not in every browser.
  window.navigation?.addEventListener('navigate', ({ destination: { url } }) => {
    const { origin } = new URL(url ?? '');
    if (origin !== location.origin) add('leave', origin);
  });
}
