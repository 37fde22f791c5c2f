import * as v from 'valibot';
import type { FrameBoot } from '../../../contract/frame/frame-boot.ts';

/** No challenge lives longer. */
const LIVES_MS = 15 * 60_000;

const Boxes = v.record(v.string(), v.object({ box: v.string(), until: v.number() }));
type Boxes = v.InferOutput<typeof Boxes>;

/**
 * What opens the boxes of a guest's challenges, by transaction, kept for this tab alone: who reloads the page is another
 * guest. By the shop's page, for a browser parts storage by site and a site may have two shops.
 */
export function createKeptBoxes({
  parentOrigin,
  merchantId,
}: Pick<FrameBoot, 'parentOrigin' | 'merchantId'>) {
  const key = `challenges of ${parentOrigin} ${merchantId}`;
  const write = (boxes: Boxes) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(boxes));
    } catch {
      // A browser that lets frames keep nothing: the payment ends when its time is over.
    }
  };
  return {
    /** Capabilities by transaction. */
    all: () => new Map(Object.entries(read(key)).map(([id, { box }]) => [id, box])),
    keep(transactionId: string, boxUrl: string) {
      const box = new URL(boxUrl).pathname.split('/').at(-1) ?? '';
      write({ ...read(key), [transactionId]: { box, until: Date.now() + LIVES_MS } });
    },
    drop(transactionId: string) {
      const { [transactionId]: dropped, ...rest } = read(key);
      if (dropped) write(rest);
    },
  };
}
export type KeptBoxes = ReturnType<typeof createKeptBoxes>;

function read(key: string): Boxes {
  try {
    const kept = v.parse(Boxes, JSON.parse(sessionStorage.getItem(key) ?? '{}'));
    return Object.fromEntries(Object.entries(kept).filter(([, { until }]) => until > Date.now()));
  } catch {
    return {};
  }
}
