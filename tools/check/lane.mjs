/**
 * What a run holds: `test`, all that a change can break, each thing once (`npm test`); `rest`, what that left out, in short
 * forms (CI); `whole`, everything in long forms (`npm run prove`).
 * @typedef {'test' | 'rest' | 'whole'} Lane
 */

/** @returns {Lane} */
export function lane() {
  const asked = process.env.E2E_LANE;
  return asked === 'rest' || asked === 'whole' ? asked : 'test';
}

/** Playwright's filter: a test tagged `@prove` is not part of `npm test`. @returns {{ grep?: RegExp, grepInvert?: RegExp }} */
export function testsOfLane() {
  if (lane() === 'test') return { grepInvert: /@prove/ };
  return lane() === 'rest' ? { grep: /@prove/ } : {};
}
