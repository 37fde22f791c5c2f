import { join } from 'node:path';
import { Hono } from 'hono';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { answerFile, answerFiles, DAY, IMMUTABLE } from '../pages/answer-file.ts';
import { type Encoding, preferredEncoding } from '../pages/content-encoding.ts';
import { readFrameManifest } from '../pages/frame-template.ts';
import { markSheets } from '../pages/mark-sheets.ts';
import { findSdkFile } from '../pages/sdk-files.ts';
import { encodedFile, type StaticFile, staticFiles, typeOf } from '../pages/static-files.ts';

/** Scripts by digest that are cached compressed. Beyond this number, each answer is compressed again. */
const MAX_KEPT_FILES = 64;

const FIVE_MINUTES = { 'Cache-Control': 'public, max-age=300' };
/** Lets shops load the SDK from anywhere: as a module, with an integrity hash, and in cross-origin isolated pages. */
const FOR_SHOPS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The SDK's files and those of the wallet frame, from the build. */
export function pagesRoutes(build: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const sdk = join(build, 'sdk');
  routes.get('/sdk/:integrity{sha256-.+}', answerSdkFiles(dialogsScript));
  routes.get('/sdk/:name', answerFiles(sdk, { ...FOR_SHOPS, ...FIVE_MINUTES }));
  routes.get(
    '/sdk/:digest/:name',
    answerSdkFiles((c) => c.req.param()),
  );
  routes.get('/wallet/assets/:name', answerFiles(join(build, 'wallet/assets'), IMMUTABLE));
  routes.get('/wallet/locales/:name', answerTexts(join(build, 'wallet')));
  routes.get('/wallet/brands/:name', answerMarks(join(build, 'wallet/brands')));
  return routes;
}

/** A locale's texts, only by their version: those of another build may lack a text that a frame shows. */
function answerTexts(wallet: string) {
  const files = staticFiles(join(wallet, 'locales'));
  let ending: string | undefined;
  return async (c: AppContext) => {
    // Read on first use, because nothing may hold up the start.
    ending ??= `-${readFrameManifest(wallet).textsVersion}.js`;
    const name = c.req.param('name') ?? '';
    const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
    const isCurrent = name.endsWith(ending);
    const file = isCurrent ? await files.find(name.replace(ending, '.js'), encoding) : undefined;
    return answerFile(c, { file, encoding, headers: IMMUTABLE });
  };
}

/** Answers a sheet of marks, with only those that the wallet names in `only`. */
function answerMarks(folder: string) {
  const find = markSheets(folder);
  return async (c: AppContext) => {
    const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
    const file = await find(c.req.param('name') ?? '', encoding, c.req.query('only'));
    return answerFile(c, { file, encoding, headers: DAY });
  };
}

type SdkFileKey = { readonly digest?: string; readonly name?: string };

/** `sdk.js` asks for the dialog code by its `integrity`, which it has anyhow: in the path, as some proxies drop the query. */
function dialogsScript(c: AppContext): SdkFileKey {
  const digest = c.req.param('integrity')?.slice('sha256-'.length) ?? '';
  return { digest: Buffer.from(digest, 'base64').toString('hex').slice(0, 32), name: 'dialogs.js' };
}

/** Answers a script by its digest, of whichever release; never another script. */
function answerSdkFiles(keyOf: (c: AppContext) => SdkFileKey) {
  const cache = new Map<string, StaticFile>();
  return async (c: AppContext) => {
    const { digest = '', name = '' } = keyOf(c);
    const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
    const key = `${encoding} ${digest} ${name}`;
    const file = cache.get(key) ?? (await readSdkFile(c, { digest, name, encoding }));
    if (file && cache.size < MAX_KEPT_FILES) cache.set(key, file);
    return answerFile(c, { file, encoding, headers: { ...FOR_SHOPS, ...IMMUTABLE } });
  };
}

type SdkFileRequest = { readonly digest: string; readonly name: string; readonly encoding: Encoding };

async function readSdkFile(c: AppContext, { digest, name, encoding }: SdkFileRequest) {
  const plain = await findSdkFile(c.get('service'), { digest, name });
  return plain && encodedFile(plain, { type: typeOf(name) ?? '', encoding });
}
