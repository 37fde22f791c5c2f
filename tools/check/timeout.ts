/** For what a test waits for, in vitest and e2e alike: a busy machine is slow, not wrong. */
export const TIMEOUT_MS = 15_000;
