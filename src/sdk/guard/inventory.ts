import { outlineOf, type PageItem, type PageItemKind } from '../../contract/page-guard/page-items.ts';

const MAX_ITEMS = 200;

/** What was seen on this page, each thing once; of what it holds only a digest. */
export function createInventory() {
  const seen = new Set<string>();
  let fresh: PageItem[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  const read = async (kind: PageItemKind, place: string, content: string | Promise<string>) => {
    const text = await content;
    const item = [kind, place || (await digestOf(outlineOf(text))), text && (await digestOf(text))] as const;
    if (seen.has(item.join()) || seen.size > MAX_ITEMS) return;
    seen.add(item.join());
    fresh.push(item);
  };
  return {
    add(kind: PageItemKind, place: string, content: string | Promise<string> = '') {
      reading = Promise.allSettled([reading, read(kind, place, content)]);
    },
    /** What was not taken before. */
    async take() {
      await reading;
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
export type Add = ReturnType<typeof createInventory>['add'];

/** SHA-256 in base64, as policies and `integrity` write it. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
