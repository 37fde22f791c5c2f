import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Encoding, encode } from './content-encoding.ts';

export type StaticFile = {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Quoted: the digest of the content before encoding, and the encoding. */
  readonly etag: string;
};

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
};
const fileName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*\.([a-z]+)$/;

/** The media type for browsers; undefined for a kind that is not served. */
export function typeOf(name: string): string | undefined {
  return types[fileName.exec(name)?.[1] ?? ''];
}

/** The files of one folder of the build, each read and compressed once, because a new build comes with a new start. */
export function staticFiles(folder: string) {
  const cache = new Map<string, Promise<StaticFile | undefined>>();
  return {
    /** Undefined when there is no such file, or when its kind is not served. */
    async find(name: string, encoding: Encoding): Promise<StaticFile | undefined> {
      const type = typeOf(name);
      if (type === undefined) return undefined;
      const key = `${encoding} ${name}`;
      const cachedFile = cache.get(key);
      if (cachedFile) return cachedFile;
      const newFile = read(join(folder, name), { type, encoding });
      if ((await newFile) !== undefined) cache.set(key, newFile);
      return newFile;
    },
  };
}

async function read(path: string, { type, encoding }: { type: string; encoding: Encoding }) {
  const plain = await readFile(path).catch(absent);
  if (plain === undefined) return undefined;
  return encodedFile(Uint8Array.from(plain), { type, encoding });
}

export async function encodedFile(
  plain: Uint8Array<ArrayBuffer>,
  { type, encoding }: { type: string; encoding: Encoding },
): Promise<StaticFile> {
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { content: await encode(plain, encoding), type, etag: `"${digest}-${encoding}"` };
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
