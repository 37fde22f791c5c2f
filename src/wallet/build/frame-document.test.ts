import { describe, expect, it } from 'vitest';
import { composeFrame, policyHash } from './frame-document.ts';

const template = `<html><style></style>
  <script></script>
  <script type="module"></script></html>`;
const english = { tag: 'en', fileName: 'locales/en.js', script: 'walletTexts={en:{}}' };
const arabic = { tag: 'ar', fileName: 'locales/ar.js', script: 'walletTexts={ar:{}}' };
const parts = { style: 'a{}\n', entry: 'start()\n', locales: [english, arabic] };

describe('composeFrame', () => {
  it('inlines style, English and entry, and names the hash of exactly what stands there', () => {
    const { html, manifest } = composeFrame(template, parts);
    expect(html).toBe(
      '<html><style>a{}</style><script>walletTexts={en:{}}</script><script type="module">start()</script></html>',
    );
    expect(manifest).toMatchObject({ styleHash: policyHash('a{}'), entryHash: policyHash('start()') });
  });

  it('gives each locale its direction, its script and the hash of that', () => {
    expect(composeFrame(template, parts).manifest.locales['ar']).toEqual({
      ...{ dir: 'rtl', script: arabic.script, scriptHash: policyHash(arabic.script) },
    });
  });

  it('lets no text end its script early', () => {
    const { html } = composeFrame(template, { ...parts, entry: 'a="</SCRIPT><!--"' });
    expect(html).toContain('a="\\x3C/SCRIPT>\\x3C!--"</script>');
  });

  it('refuses a template without a place for the entry', () => {
    expect(() => composeFrame('<style></style><script></script>', parts)).toThrow(
      'found no single "<script type="module">" in index.html',
    );
  });
});
