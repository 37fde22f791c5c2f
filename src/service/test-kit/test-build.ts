import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const TEST_SCRIPT = 'window.sdk = {};';

/** For tests: a folder with the few files of the build that the pages' routes serve. */
export function writeTestBuild(): string {
  const build = mkdtempSync(join(tmpdir(), 'pages-'));
  const write = (name: string, content: string) => {
    mkdirSync(join(build, name, '..'), { recursive: true });
    writeFileSync(join(build, name), content);
  };
  write('sdk/sdk.js', TEST_SCRIPT);
  write('sdk/sdk.mjs', TEST_SCRIPT);
  write('sdk/dialogs.js', TEST_SCRIPT);
  write('sdk/guard.js', TEST_SCRIPT);
  write('service/main.js', 'secret');
  write('wallet/assets/card-1.js', 'export {}');
  write('wallet/locales/en.js', 'walletTexts = {}');
  write('wallet/brands/visa.svg', '<svg/>');
  const marks = ['visa', 'amex', 'jcb'].map((name) => `<view id="${name}"/><path/>`);
  write('wallet/brands/marks.svg', ['<svg>', ...marks, '</svg>'].join('\n'));
  write(
    'wallet/frame.html',
    '<!doctype html><html lang="en" dir="ltr"><head><style>a{}</style></head><body><div><b>English</b><img></div><script>ENGLISH</script><script type="module">APP</script><script type="application/json" id="boot">null</script></body></html>',
  );
  const texts = (dir: string, text: string, form: string) => ({
    dir,
    script: text,
    scriptHash: `sha256-${text}`,
    form: `<b>${form}</b><img>`,
  });
  const locales = {
    en: texts('ltr', 'ENGLISH', 'English'),
    ar: texts('rtl', 'ARABIC', 'Arabic'),
    'pt-BR': texts('ltr', 'BRAZIL', 'Brazil'),
  };
  const hashes = { styleHash: 'sha256-style', hintsHash: 'sha256-hints', loaderHash: 'sha256-app' };
  write('wallet/frame.json', JSON.stringify({ ...hashes, mark: '<img>', textsVersion: 'texts-1', locales }));
  return build;
}
