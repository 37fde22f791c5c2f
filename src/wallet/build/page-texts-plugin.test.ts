import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageTexts } from './page-texts-plugin.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-texts-'));
  writeTexts('en', { pay: 'Pay {amount}', tries: '{left, plural, one {One try} other {# tries}}' });
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeTexts(tag: string, texts: Readonly<Record<string, string>>) {
  writeFileSync(join(folder, `${tag}.json`), JSON.stringify(texts));
}

/** A page's build: what it says in `tag`, each key filled with 2. */
async function build(tag: string): Promise<unknown> {
  const entry = join(folder, 'page.js');
  writeFileSync(entry, "export { loadTexts } from 'virtual:page-texts';");
  const { resolveId, load } = pageTexts(folder);
  const bundle = await rolldown({ input: entry, plugins: [{ name: 'texts', resolveId, load } as never] });
  try {
    const { output } = await bundle.write({ dir: join(folder, 'built'), format: 'es' });
    expect(output.flatMap((file) => (file.type === 'chunk' ? file.imports : []))).toEqual([]);
    const { loadTexts } = await import(join(folder, 'built/page.js'));
    const texts: Record<string, (values: object) => string> = await loadTexts[tag]();
    return Object.values(texts).map((text) => text({ amount: 2, left: 2 }));
  } finally {
    await bundle.close();
  }
}

describe('pageTexts', () => {
  it('gives each locale of the folder as a module of its own, and the pseudo-locale', async () => {
    writeTexts('pl', { pay: 'Zapłać {amount}', tries: '{left, plural, few {# próby} other {# prób}}' });
    expect(await build('pl')).toEqual(['Zapłać 2', '2 próby']);
    expect(String(await build('en-XA'))).toContain('[Páý 2');
  });

  it.each([
    ['a missing key', { pay: 'Zahlen: {amount}' }, '"tries" is missing'],
    [
      'a missing placeholder',
      { pay: 'Zahlen', tries: '{left}' },
      '"pay" has placeholders "" instead of "amount"',
    ],
    ['an unknown key', { pay: '{amount}', tries: '{left}', more: 'Mehr' }, '"more" is not a key of en.json'],
  ])('fails the build for %s', async (_fault, texts, sentence) => {
    writeTexts('de', texts);
    await expect(build('de')).rejects.toThrow(sentence);
  });
});
