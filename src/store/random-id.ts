import { randomInt } from 'node:crypto';

const SMALLEST = 100_000_000;
const BEYOND = 1_000_000_000;
const MAX_TRIES = 50;

/** An id that leaves the service: nine random digits, so that two ids do not tell how many lie between. */
export function randomId(): number {
  return randomInt(SMALLEST, BEYOND);
}

/** Tries an insert that skips a taken id, with another id each time. */
export async function insertWithFreeId<Row>(insert: () => Promise<Row | undefined>): Promise<Row> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await insert();
    if (row !== undefined) return row;
  }
  throw new Error(`Cannot insert the row: ${MAX_TRIES} random ids were taken, expected a free one`);
}
