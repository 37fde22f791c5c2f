import { readFileSync } from 'node:fs';

const ADDRESS = 'http://127.0.0.1:4000';

/** The code that a document prints, the first block that holds `mark`, for the service under test. */
export function printed(
  document: string,
  { mark, serviceUrl = ADDRESS }: { readonly mark: string; readonly serviceUrl?: string },
): string {
  const blocks = readFileSync(document, 'utf8').matchAll(/^```\w+\n(.*?)^```/gms);
  const found = Array.from(blocks, ([, code = '']) => code).find((code) => code.includes(mark));
  if (found === undefined) throw new Error(`Cannot run ${document}: found no code with "${mark}"`);
  return found.replaceAll(ADDRESS, serviceUrl);
}

/** The lines of a shell block, those that go on joined. */
export const commandsOf = (code: string): string[] => code.replaceAll('\\\n', '').trim().split('\n');
