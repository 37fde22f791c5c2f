import { afterEach, vi } from 'vitest';
import { TIMEOUT_MS } from './timeout.ts';

/** In each test file: the libraries' own second to wait is no more than a busy machine takes for a step. */
const { waitFor } = vi;
vi.waitFor = (act, options = TIMEOUT_MS) => waitFor(act, options);

/** Files of one worker share their timers, too: a test that timed out must not leave them faked for the next file. */
afterEach(() => {
  vi.useRealTimers();
});

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/preact');
  configure({ asyncUtilTimeout: TIMEOUT_MS });
}
