import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** In each test file: the libraries' own second to wait is no more than a busy machine takes for a step. */
const { waitFor } = vi;
vi.waitFor = (act, options = PATIENCE_MS) => waitFor(act, options);

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/preact');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}
