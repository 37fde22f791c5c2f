import { describe, expect, it } from 'vitest';
import { composeFrame, policyHash } from './compose-frame.ts';

const template = `<html><style></style>
  <script>
    // No comment is sent.
    devices = {};</script>
  <div id="wallet"></div>
  <script></script>
  <script type="module">import('./main.tsx');</script></html>`;
const mark = '<img class="brand-mark" alt/>';
const english = {
  tag: 'en',
  form: `<form>${mark}</form>`,
  fileName: 'locales/en.js',
  script: 'walletTexts={en:{all}}',
  firstScript: 'walletTexts={en:{}}',
};
const arabic = {
  tag: 'ar',
  form: '<form/>',
  fileName: 'locales/ar.js',
  script: 'walletTexts={ar:{all}}',
  firstScript: 'walletTexts={ar:{}}',
};
const parts = {
  style: 'a{}\n',
  entry: './assets/main-1.js',
  locales: [english, arabic],
  textsVersion: 'texts-1',
};

const hints =
  'devices = {"applepay":"ApplePaySession","googlepay":"PaymentRequest","paypal":"self","amazonpay":"self"};';

describe('composeFrame', () => {
  it('inlines style and English with its form, names the entry, and has the hash of exactly what stands there', () => {
    const { html, manifest } = composeFrame(template, parts);
    expect(html).toBe(
      `<html><style>a{}</style><script>${hints}</script><div id="wallet"><form><img class="brand-mark" alt/></form></div><script>walletTexts={en:{}}</script><script type="module">import('./assets/main-1.js');</script></html>`,
    );
    expect(manifest).toMatchObject({
      styleHash: policyHash('a{}'),
      hintsHash: policyHash(hints),
      loaderHash: policyHash("import('./assets/main-1.js');"),
      mark,
    });
  });

  it('gives each locale its direction, its form, its script and the hash of that', () => {
    expect(composeFrame(template, parts).manifest.locales['ar']).toEqual({
      dir: 'rtl',
      form: arabic.form,
      script: arabic.firstScript,
      scriptHash: policyHash(arabic.firstScript),
    });
  });

  it('lets no text end its script early', () => {
    const locales = [{ ...english, firstScript: 'a="</SCRIPT><!--"' }];
    const { html } = composeFrame(template, { ...parts, locales });
    expect(html).toContain('a="\\x3C/SCRIPT>\\x3C!--"</script>');
  });

  it('refuses a template without a place for the entry', () => {
    expect(() => composeFrame(template.replace('main.tsx', 'other.tsx'), parts)).toThrow(
      'found no single "./main.tsx" in index.html',
    );
  });
});
