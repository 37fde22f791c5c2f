import { number, type Output, object, parse, text } from '../../contract/forms/schema.ts';
import type { FrameBoot } from '../../contract/frame/frame-boot.ts';

const Box = object('an object', { box: text('a text'), until: number('a time', Number.isFinite) });
type Boxes = Readonly<Record<string, Output<typeof Box>>>;

/** `endsAt`: when the challenge ends, epoch milliseconds. The entry is then ignored. */
type BoxEntry = { readonly boxUrl: string; readonly endsAt: number };

/**
 * Stores the capabilities that open the boxes of a guest's challenges, by transaction, for this tab only: after a reload
 * the shopper is another guest. The key names the shop, because browsers partition storage by site, which may have two.
 */
export function createBoxStorage({
  parentOrigin,
  merchantId,
}: Pick<FrameBoot, 'parentOrigin' | 'merchantId'>) {
  const key = `challenges of ${parentOrigin} ${merchantId}`;
  const write = (boxes: Boxes) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(boxes));
    } catch {
      // The browser denies frames storage: after a reload the challenge times out.
    }
  };
  return {
    /** Capabilities by transaction. */
    all: () => new Map(Object.entries(read(key)).map(([id, { box }]) => [id, box])),
    keep(transactionId: string, { boxUrl, endsAt }: BoxEntry) {
      const box = new URL(boxUrl).pathname.split('/').at(-1) ?? '';
      write({ ...read(key), [transactionId]: { box, until: endsAt } });
    },
    drop(transactionId: string) {
      const { [transactionId]: box, ...rest } = read(key);
      if (box) write(rest);
    },
  };
}
export type BoxStorage = ReturnType<typeof createBoxStorage>;

function read(key: string): Boxes {
  try {
    const entries = Object.entries(JSON.parse(sessionStorage.getItem(key) ?? '{}')).flatMap(([id, box]) => {
      const result = parse(Box, box);
      return result.isValid && result.value.until > Date.now() ? [[id, result.value] as const] : [];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
