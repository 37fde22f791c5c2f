import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import type { CardBrand } from '../../../contract/cards/card-brands.ts';
import { FrameBoot } from '../../../contract/frame/frame-boot.ts';
import { merchants } from '../../tables/accounts.ts';
import { sdkFiles } from '../../tables/sdk-files.ts';
import { TEST_SCRIPT, writeTestBuild } from '../../test-kit/test-build.ts';
import { openTestClient, refusal, type TestClient, type Values } from '../../test-kit/test-client.ts';
import { addAccount } from '../../test-kit/test-context.ts';
import { policyHash } from '../pages/policy-hash.ts';
import { keepSdkFiles, scriptDigest } from '../pages/sdk-files.ts';
import { frameRoutes } from './frame.ts';
import { pagesRoutes } from './pages.ts';

let client: TestClient;
const build = writeTestBuild();

beforeAll(async () => {
  client = await openTestClient();
  client.app.route('/', frameRoutes(join(build, 'wallet'))).route('/', pagesRoutes(build));
});
afterAll(async () => {
  rmSync(build, { recursive: true });
  await client.close();
});

const get = (path: string, headers: Values = {}) => client.app.request(path, { headers });

const embedding = {
  key: 'pk_sandbox_demo',
  merchant: '1001',
  locale: 'en',
  origin: 'http://localhost:3000',
};
const frame = (changes: Values = {}, headers: Values = {}) =>
  get(`/wallet/frame?${new URLSearchParams({ ...embedding, ...changes })}`, headers);

async function bootOf(answer: Response) {
  const html = await answer.text();
  return FrameBoot.parse(JSON.parse(/id="boot">(.*?)<\/script>/.exec(html)?.[1] ?? ''));
}

/** Beyond what is remembered of settings and pages. */
function pass() {
  client.advance(5000);
  client.context.rowCache.forget();
}

describe('the frame document', () => {
  test('carries what the form needs', async () => {
    expect(await bootOf(await frame())).toEqual({
      merchantId: 1001,
      locale: 'en',
      textsVersion: 'texts-1',
      parentOrigin: 'http://localhost:3000',
      acceptedBrands: ['VI', 'MC', 'AX', 'DC', 'DS', 'JB', 'CU', 'TO', 'TR'],
      preferredBrands: [],
      holderName: 'required',
      offers: [
        { method: 'applepay', use: 'alternative' },
        { method: 'googlepay', use: 'alternative' },
        { method: 'paypal', use: 'instant' },
        { method: 'amazonpay', use: 'instant' },
      ],
      serviceTime: Date.UTC(2030, 0, 1, 12),
    });
  });

  test('of a merchant that pages may not name says that it takes its own refresh tokens alone', async () => {
    expect(await bootOf(await frame({ merchant: '1002' }))).toMatchObject({ ownOnly: true });
  });

  test('tells before the first paint whether the name is asked for', async () => {
    expect(await (await frame()).text()).toContain('<html lang="en" dir="ltr">');
    const holderName = (name: 'absent' | 'required') =>
      client.context.db
        .update(merchants)
        .set({ settings: MerchantSettings.parse({ holderName: name }) })
        .where(eq(merchants.id, 1001));
    await holderName('absent');
    pass();
    expect(await (await frame()).text()).toContain('<html lang="en" dir="ltr" data-name="absent">');
    await holderName('required');
    pass();
  });

  test('has room for the mark of each accepted brand', async () => {
    expect(await (await frame()).text()).toContain(`<b>English</b>${'<img>'.repeat(9)}</div>`);
  });

  test('runs only what the build put in, and only in the origin that asked', async () => {
    const { headers } = await frame();
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self' 'sha256-hints' 'sha256-app' 'sha256-ENGLISH'; style-src 'self' 'sha256-style'; " +
        "img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors http://localhost:3000; require-trusted-types-for 'script'; trusted-types 'none'; " +
        'report-uri http://127.0.0.1:4000/policy-reports; report-to policy',
    );
    expect(headers.get('Permissions-Policy')).toContain('payment=(self)');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('may stand in a frame of the shop’s within its other pages where it says that it does', async () => {
    const ancestorsOf = async (changes: Values) =>
      /frame-ancestors ([^;]+)/.exec(
        (await frame(changes)).headers.get('Content-Security-Policy') ?? '',
      )?.[1];
    expect(await ancestorsOf({ nested: '1' })).toBe('http://localhost:* http://127.0.0.1:*');
    expect(await ancestorsOf({ origin: 'http://127.0.0.1:8080' })).toBe('http://127.0.0.1:8080');
    expect(await refusal(await frame({ nested: 'yes' }))).toEqual([400, 'parameter_invalid', 'nested']);
  });

  test('is in English without a locale', async () => {
    const { locale: _, ...named } = embedding;
    const answer = await get(`/wallet/frame?${new URLSearchParams(named)}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"locale":"en"');
  });

  test.each([
    ['ar', 'ar', 'rtl', 'ARABIC'],
    ['ar-EG', 'ar', 'rtl', 'ARABIC'],
    ['pt-br', 'pt-BR', 'ltr', 'BRAZIL'],
    ['pt', 'pt-BR', 'ltr', 'BRAZIL'],
    ['xx', 'en', 'ltr', 'ENGLISH'],
  ])('asked for in %s is in %s', async (wanted, locale, dir, text) => {
    const answer = await frame({ locale: wanted });
    expect(answer.headers.get('Content-Security-Policy')).toContain(`sha256-${text}`);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${locale}" dir="${dir}">`);
    expect(html).toContain(`<script>${text}</script>`);
    expect(html.toUpperCase()).toContain(`<B>${text}</B>`);
    expect(html).toContain(`"locale":"${locale}"`);
  });

  test('is compressed as the browser takes it', async () => {
    const plain = await (await frame()).text();
    for (const _ of ['first', 'again']) {
      const brotli = await frame({}, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
      expect(brotli.headers.get('Content-Encoding')).toBe('br');
      expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(plain);
    }
    const gzip = await frame({}, { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gzip.headers.get('Content-Encoding')).toBe('gzip');
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(plain);
  });

  test('follows a change of the settings within five seconds', async () => {
    const accept = (acceptedBrands: CardBrand[]) =>
      client.context.db
        .update(merchants)
        .set({ settings: MerchantSettings.parse({ acceptedBrands }) })
        .where(eq(merchants.id, 1001));
    const { acceptedBrands } = await bootOf(await frame());
    await accept(['VI']);
    pass();
    expect((await bootOf(await frame())).acceptedBrands).toEqual(['VI']);
    await accept(acceptedBrands);
    pass();
  });

  test.each<[Values, unknown[]]>([
    [{ key: 'pk_nonsense' }, [401, 'publishable_key_invalid', 'publishableKey']],
    [{ key: '' }, [400, 'parameter_missing', 'key']],
    [{ merchant: '1001x' }, [400, 'parameter_invalid', 'merchant']],
    [{ merchant: '9999' }, [403, 'merchant_forbidden', 'merchant_id']],
    [{ origin: 'https://evil.example' }, [403, 'origin_not_allowed', 'origin']],
    [{ origin: 'http://localhost:1 https://evil.example' }, [403, 'origin_not_allowed', 'origin']],
    [{ locale: '<script>' }, [400, 'parameter_invalid', 'locale']],
    [{ locale: '../../etc' }, [400, 'parameter_invalid', 'locale']],
  ])('is refused for %j, and whoever asks for data can read why', async (changes, expected) => {
    const answer = await frame(changes);
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await refusal(answer)).toEqual(expected);
  });

  test('S64: is refused in a browser by a document that any page may frame, and that holds the reason and one script', async () => {
    const answer = await frame({ key: '</script><img>', origin: 'null' }, { Accept: 'text/html,*/*;q=0.8' });
    expect(answer.status).toBe(401);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      vary: 'Accept',
    });
    const html = await answer.text();
    const script = /<script type="module">(.*)<\/script>/s.exec(html)?.[1] ?? '';
    const [policy] = answer.headers.get('Content-Security-Policy')?.split('; report-uri') ?? [];
    expect(policy).toBe(
      `default-src 'none'; script-src ${policyHash(script)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
    expect(answer.headers.get('X-Frame-Options')).toBeNull();
    const reason = /id="refusal">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(reason)).toEqual({
      code: 'publishable_key_invalid',
      message: expect.any(String),
      param: 'publishableKey',
    });
    expect(html.match(/<\w+/g)).toEqual(['<title', '<script', '<script']);
  });

  test("is refused for another account's merchant as for none", async () => {
    await addAccount(client.context, 3001);
    expect(await refusal(frame({ merchant: '3001' }))).toEqual([403, 'merchant_forbidden', 'merchant_id']);
  });
});

describe('files', () => {
  test('of the SDK load anywhere, compressed, and are asked for again cheaply', async () => {
    const answer = await get('/sdk/sdk.js', { 'Accept-Encoding': 'br' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(TEST_SCRIPT);
    const etag = answer.headers.get('ETag') ?? '';
    const again = await get('/sdk/sdk.js', { 'Accept-Encoding': 'br', 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(await (await get('/sdk/sdk.js')).text()).toBe(TEST_SCRIPT);
  });

  test('of the SDK by their digest are for ever, outlive their release, and are never other bytes', async () => {
    const { context } = client;
    await keepSdkFiles(context, join(build, 'sdk'));
    const address = `/sdk/${scriptDigest(Buffer.from(TEST_SCRIPT), 'sdk.js')}/sdk.js`;
    const first = await get(address);
    expect(await first.text()).toBe(TEST_SCRIPT);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const next = mkdtempSync(join(tmpdir(), 'next-'));
    const nextScript = 'window.sdk = { next: true };';
    for (const name of ['sdk.js', 'sdk.mjs', 'guard.js', 'dialogs.js'])
      writeFileSync(join(next, name), nextScript);
    await keepSdkFiles(context, next);
    rmSync(next, { recursive: true });
    expect(await (await get(address)).text()).toBe(TEST_SCRIPT);
    // The hash of the second has slashes.
    for (const script of [TEST_SCRIPT, nextScript]) {
      const dialogs = await get(`/sdk/sha256-${createHash('sha256').update(script).digest('base64')}`);
      expect(await dialogs.text()).toBe(script);
      expect(Object.fromEntries(dialogs.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    const changed = { content: Buffer.from('steal()') };
    await context.db.update(sdkFiles).set(changed).where(eq(sdkFiles.name, 'sdk.mjs'));
    const module = `/sdk/${scriptDigest(Buffer.from(nextScript), 'sdk.mjs')}/sdk.mjs`;
    expect(await refusal(get(module))).toEqual([404, 'not_found']);
  });

  test('of the wallet are for its own origin, and for ever when their name has a hash', async () => {
    const asset = await get('/wallet/assets/card-1.js');
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(asset.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect((await get('/wallet/brands/visa.svg')).headers.get('Content-Type')).toBe('image/svg+xml');
  });

  test('of texts are for frames of the same build alone, and for ever', async () => {
    const texts = await get('/wallet/locales/en-texts-1.js');
    expect([texts.status, texts.headers.get('Cache-Control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    for (const name of ['en.js', 'en-texts-2.js', '-texts-1.js', 'de-texts-1.js']) {
      expect(await refusal(get(`/wallet/locales/${name}`))).toEqual([404, 'not_found']);
    }
  });

  test('of marks hold those that are asked for, whole where nobody says which', async () => {
    const marksOf = async (query: string) => {
      const answer = await get(`/wallet/brands/marks.svg${query}`);
      expect(answer.headers.get('Content-Type')).toBe('image/svg+xml');
      const sheet = await answer.text();
      expect(sheet).toMatch(/^<svg>\n(.*\n)*<\/svg>$/);
      return {
        etag: answer.headers.get('ETag'),
        names: [...sheet.matchAll(/id="(\w+)"/g)].map(([, name]) => name),
      };
    };
    const pair = await marksOf('?only=amex,visa');
    expect(pair.names).toEqual(['visa', 'amex']);
    expect(await marksOf('?only=visa,amex,none,visa')).toEqual(pair);
    expect((await marksOf('')).names).toEqual(['visa', 'amex', 'jcb']);
    expect((await marksOf('?only=')).names).toEqual([]);
    expect(await refusal(get('/wallet/brands/none.svg?only=visa'))).toEqual([404, 'not_found']);
  });

  test.each([
    '/sdk/none.js',
    '/sdk/sha256-',
    '/sdk/sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    '/sdk/sha256-../sdk.js',
    '/sdk/00112233445566778899aabbccddeeff/sdk.js',
    '/sdk/%00/sdk.js',
    '/sdk/00112233445566778899aabbccddeeff/integrity.json',
    '/sdk/',
    '/sdk/..%2Fservice%2Fmain.js',
    '/sdk/%2e%2e/service/main.js',
    '/sdk/..%5Cservice%5Cmain.js',
    '/sdk/sdk.js%00',
    '/sdk/.stamp',
    '/wallet/assets',
    '/wallet/frame.html',
    '/wallet/frame.json',
    '/service/main.js',
  ])('at %s are not found', async (path) => {
    expect(await refusal(get(path))).toEqual([404, 'not_found']);
  });
});
