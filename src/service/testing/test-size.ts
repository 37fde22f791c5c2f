/** For property tests: how many histories to generate, more with `npm run prove`, and the seed they come from. */
export const isFullSize = process.env['E2E_SIZE'] === 'full';

/** E2E_SEED repeats a run. */
export const seed = Number(process.env['E2E_SEED'] ?? Date.now() % 2 ** 31);
