import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type WalletFrameOptions, walletFrame } from 'embeddable-wallet/server';
import { printed } from '../support/measures/printed.ts';

/** The functions of docs/integrate.md that write the frame in other languages, beside the package's own. */

type Language = {
  readonly name: string;
  readonly command: string;
  readonly mark: string;
  readonly main: string;
};

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    command: 'python3',
    mark: 'def wallet_frame(',
    main: `
import sys
o = json.loads(sys.argv[1])
print(wallet_frame(o["baseUrl"], o["publishableKey"], o["origin"], o["settings"], o["pageTheme"], 314, o["nested"]))`,
  },
  {
    name: 'PHP',
    command: 'php',
    mark: 'function wallet_frame(',
    main: `
$o = json_decode($argv[1], true);
echo wallet_frame($o['baseUrl'], $o['publishableKey'], $o['origin'], $o['settings'], $o['pageTheme'], 314, $o['nested']);`,
  },
];

const plain = { merchant_id: 1001, view: 'CHECKOUT' } as const;
const page = { baseUrl: 'https://wallet.example', publishableKey: 'pk_1', origin: 'https://shop.example' };
const variables = {
  fontFamily: `"Inter Größe", 'O&P' ~*<b>/`,
  lineHeight: 1.5,
  colorAccent: '#0a0',
} as const;

const cases: Readonly<Record<string, WalletFrameOptions>> = {
  plain: { ...page, settings: plain },
  'with everything set': {
    ...page,
    nested: true,
    pageTheme: 'dark',
    settings: {
      ...plain,
      locale: 'pt-BR',
      layout: 'tabs',
      express: ['applepay', 'googlepay'],
      method_order: ['paypal'],
      auto_advance: false,
      appearance: { theme: 'light', labels: 'above', variables },
    },
  },
  'that follows the device': {
    ...page,
    pageTheme: 'auto',
    settings: { ...plain, appearance: { theme: 'auto' } },
  },
  'of hostile settings': {
    ...page,
    publishableKey: `pk_'"><script>alert(1)</script>`,
    settings: { ...plain, locale: `'"><script>alert(1)</script>&amp;` as 'en' },
  },
};

/** The attributes of the only element that this HTML makes. */
async function attributesOf(page: Page, html: string) {
  await page.setContent(html);
  return page.evaluate(() => {
    const [only, ...others] = document.querySelectorAll('head *, body *');
    if (only?.localName !== 'iframe' || others.length > 0) throw new Error('found more than one frame');
    return Object.fromEntries(Array.from(only.attributes, ({ name, value }) => [name, value]));
  });
}

for (const { name, command, mark, main } of LANGUAGES) {
  for (const [title, options] of Object.entries(cases)) {
    test(`the ${name} function writes a frame ${title} as walletFrame does`, async ({ page }) => {
      // biome-ignore lint/suspicious/noSkippedTests: a machine may be without the language, and the report says so
      test.skip(spawnSync(command, ['--version']).status !== 0, `${command} is not on this machine`);
      await page.route('**/*', (route) => route.abort());
      const folder = mkdtempSync(join(tmpdir(), 'frame-sample-'));
      const file = join(folder, 'wallet_frame');
      writeFileSync(file, printed('docs/integrate.md', { mark }) + main);
      const given = { pageTheme: 'light', nested: false, ...options };
      const html = execFileSync(command, [file, JSON.stringify(given)], { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      const { height: _, 'data-settings': settings = '', ...others } = await attributesOf(page, html);
      const {
        height: __,
        'data-settings': wanted,
        ...wantedOthers
      } = await attributesOf(page, walletFrame(options));
      expect(others).toEqual(wantedOthers);
      expect(JSON.parse(settings)).toEqual(JSON.parse(wanted ?? ''));
    });
  }
}
