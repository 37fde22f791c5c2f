/** For what a test waits for, as long as in e2e: a busy machine is slow, not wrong. */
export const TIMEOUT_MS = 15_000;
