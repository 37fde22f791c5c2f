import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createBuilder } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FrameManifest } from '../../contract/frame/frame-manifest.ts';
import { policyHash } from './compose-frame.ts';

let folder: string;
let html: string;
let entry: string;
let manifest: FrameManifest;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-build-'));
  const builder = await createBuilder({
    configFile: join(import.meta.dirname, '../../../vite.config.ts'),
    logLevel: 'silent',
    environments: { wallet: { build: { outDir: folder, emptyOutDir: true } } },
  });
  const { wallet } = builder.environments;
  if (wallet) await builder.build(wallet);
  html = readFileSync(join(folder, 'frame.html'), 'utf8');
  entry = readFileSync(join(folder, /\.\/(assets\/main-[\w-]+\.js)/.exec(html)?.[1] ?? 'none'), 'utf8');
  manifest = FrameManifest.parse(JSON.parse(readFileSync(join(folder, 'frame.json'), 'utf8')));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const between = (start: string, end: string) => html.split(start)[1]?.split(end)[0] ?? '';

const lateChunks = () => readdirSync(join(folder, 'assets')).filter((name) => !name.startsWith('main-'));

describe('frame.html', () => {
  it('has one empty place for what the service puts in', () => {
    expect(html.split('<script type="application/json" id="boot">null</script>')).toHaveLength(2);
    expect(html.split('<html lang="en" dir="ltr">')).toHaveLength(2);
    expect(html.split(manifest.locales['en']?.script ?? '?')).toHaveLength(2);
    expect(html.split(manifest.locales['en']?.form ?? '?')).toHaveLength(2);
  });

  it("has every locale's form with a single mark and a usable card number field", () => {
    for (const { form } of Object.values(manifest.locales)) {
      expect(form.split(manifest.mark)).toHaveLength(2);
      expect(form).toMatch(/<input [^>]*autocomplete="cc-number"(?![^>]*disabled)/);
    }
  });

  it('fits 8 kB of brotli, a quarter of what the gate `sizes` leaves it together with the entry', () => {
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(8_000);
  });

  it('has under its hashes exactly what stands in it', () => {
    expect(policyHash(between('<style>', '</style>'))).toBe(manifest.styleHash);
    expect(policyHash(between('<script type="module">', '</script>'))).toBe(manifest.loaderHash);
    expect(policyHash(between('</style><script>', '</script>'))).toBe(manifest.hintsHash);
    expect(policyHash(between('</div><script>', '</script>'))).toBe(manifest.locales['en']?.scriptHash);
  });

  it('names only files that are there', () => {
    const namesIn = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name = '']) => name);
    const late = lateChunks().map((name) => readFileSync(join(folder, 'assets', name), 'utf8'));
    const [, endOfLocale] = /\.\/locales\/\$\{\w+\}-\$\{\w+\}(\.js)/.exec(late.join('\n')) ?? [];
    const named = [
      ...namesIn([html, entry, ...late].join('\n'), /\.\/(assets\/[\w.-]+\.js)/g),
      ...Object.keys(manifest.locales).map((tag) => `locales/${tag}${endOfLocale}`),
      ...namesIn(entry, /import\([`'"]\.\/([\w.-]+\.js)/g).map((name) => `assets/${name}`),
    ];
    const there = ['assets', 'locales'].flatMap((part) =>
      readdirSync(join(folder, part)).map((name) => `${part}/${name}`),
    );
    expect(named.toSorted()).toEqual(there.toSorted());
  });
});

describe('chunk', () => {
  it('finds the address of each part in the text of what fetches it first', () => {
    // The bundler may name `chunk` as it likes; what it is given begins with the import.
    const found = [...entry.matchAll(/\(\(\)=>(?:\w+\(\(\)=>)?import\(`\.\/([\w-]+\.js)`/g)].map(
      ([, name]) => name,
    );
    expect(found.toSorted()).toEqual(lateChunks().toSorted());
  });
});

describe('virtual:shared', () => {
  it('leaves with the entry what the chunk for MANAGE takes of it', () => {
    const part = readdirSync(join(folder, 'assets')).find((name) => name.startsWith('ManagePart')) ?? '';
    const code = readFileSync(join(folder, 'assets', part), 'utf8');
    expect(code).toContain('globalThis.walletShared[');
    expect(entry).toContain('globalThis.walletShared??=[');
  });
});

describe('a late chunk', () => {
  it('imports nothing: neither what the entry holds, a second time, nor another chunk', () => {
    for (const name of lateChunks()) {
      const code = readFileSync(join(folder, 'assets', name), 'utf8');
      // The code itself is nothing to read in a report.
      expect(/\bimport\s*[{"'*(]|[}*]\s*from\s*["']|\bimport\s+\w/.test(code), name).toBe(false);
      expect(code, name).not.toContain('diffed');
    }
  });
});
