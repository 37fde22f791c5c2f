import type { Database } from '../../store/database.ts';

/** The one source of time, so that tests can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Runs ahead of `real` by the store's offset, so that all processes on a store have the same time. */
export type StoreClock = Clock & {
  /** The real time, that of the store's database where several machines share it. */
  readonly real: Clock;
  /** How many seconds the machine's own clock is ahead of `real`. */
  machineAheadSeconds(): number;
  /** How far it is ahead of `real`. */
  advancedSeconds(): number;
  /** Takes over what other processes advanced, and the database's time. */
  refresh(): Promise<void>;
  /** Moves forwards only, otherwise raises `parameter_invalid`. What `also` writes commits or fails with the move. */
  advance(seconds: number, also?: (db: Database) => Promise<void>): Promise<void>;
};
