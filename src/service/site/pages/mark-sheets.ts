import type { Encoding } from './content-encoding.ts';
import { encodedFile, type StaticFile, staticFiles } from './static-files.ts';

/** At most this many selections are cached, compressed. Any further one is answered with the whole sheet. */
const MAX_KEPT_SHEETS = 64;

/** A mark is on a line of its own, which begins with its view. */
const MARK = /^<view id="(\w+)"/;

/** The lines of these marks, and those around them. */
function linesOf(sheet: string, names: ReadonlySet<string>): readonly string[] {
  return sheet.split('\n').filter((line) => {
    const [, name] = MARK.exec(line) ?? [];
    return name === undefined || names.has(name);
  });
}

/** The sheets of marks in one folder of the build, whole or with only the marks that a wallet shows. */
export function markSheets(folder: string) {
  const files = staticFiles(folder);
  const cache = new Map<string, Promise<StaticFile>>();

  return async (name: string, encoding: Encoding, only?: string): Promise<StaticFile | undefined> => {
    const plain = only === undefined ? undefined : await files.find(name, 'identity');
    if (plain === undefined || only === undefined) return files.find(name, encoding);
    const sheet = linesOf(new TextDecoder().decode(plain.content), new Set(only.split(','))).join('\n');
    // The same marks in another order are the same sheet.
    const key = `${encoding} ${sheet}`;
    const cachedSheet = cache.get(key);
    if (cachedSheet) return cachedSheet;
    if (cache.size >= MAX_KEPT_SHEETS) return files.find(name, encoding);
    const newSheet = encodedFile(new TextEncoder().encode(sheet), { type: plain.type, encoding });
    cache.set(key, newSheet);
    return newSheet;
  };
}
