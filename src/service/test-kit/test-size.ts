/** For property tests: whether to generate more histories, as `npm run prove` does. */
export const isFullSize = process.env['PROVE_SIZE'] === 'full';

/** The seed that the histories come from. E2E_SEED repeats a run. */
export const seed = Number(process.env['E2E_SEED'] ?? Date.now() % 2 ** 31);
