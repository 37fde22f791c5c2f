import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageTexts } from './page-texts-plugin.ts';

let folder: string;
let others: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-texts-'));
  others = mkdtempSync(join(tmpdir(), 'other-texts-'));
  writeFileSync(join(others, 'en.json'), JSON.stringify({ retry: 'Try again', unused: 'Unused' }));
  writeTexts('en', { pay: 'Pay {amount}', tries: '{left, plural, one {One try} other {# tries}}' });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(others, { recursive: true });
});

function writeTexts(tag: string, texts: Readonly<Record<string, string>>) {
  writeFileSync(join(folder, `${tag}.json`), JSON.stringify(texts));
}

/** A page's build: what it says in `tag`, each key filled with 2. */
async function build(tag: string, keys: readonly string[] = []): Promise<unknown> {
  const entry = join(folder, 'page.js');
  writeFileSync(entry, "export { loadTexts } from 'virtual:page-texts';");
  const { resolveId, load } = pageTexts({ folder, shared: { folder: others, keys } });
  const bundle = await rolldown({ input: entry, plugins: [{ name: 'texts', resolveId, load } as never] });
  try {
    const { output } = await bundle.write({ dir: join(folder, 'built'), format: 'es' });
    expect(output.flatMap((file) => (file.type === 'chunk' ? file.imports : []))).toEqual([]);
    const { loadTexts } = await import(join(folder, 'built/page.js'));
    const texts: Record<string, string | ((values: object) => string)> = await loadTexts[tag]();
    return Object.values(texts).map((text) =>
      typeof text === 'string' ? text : text({ amount: 2, left: 2 }),
    );
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

  it('takes texts that another folder has already, those that are named alone', async () => {
    expect(await build('en', ['retry'])).toEqual(['Try again', 'Pay 2', '2 tries']);
  });

  it('fails the build for a shared text that the other folder lacks', async () => {
    await expect(build('en', ['again'])).rejects.toThrow('found no "again" to share');
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
