import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The smallest that the client takes. Chromium offers `br` on https and loopback, others on https alone. */
export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
  const offers = (acceptEncoding ?? '').split(',').map((offer) => offer.replaceAll(' ', '').toLowerCase());
  const usable = offers.filter((offer) => !/;q=0(\.0*)?$/.test(offer)).map((offer) => offer.split(';')[0]);
  if (usable.includes('br')) return 'br';
  return usable.includes('gzip') ? 'gzip' : 'identity';
}

/** Compresses what is kept with all effort, a hundred milliseconds of it. */
export async function encode(
  content: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return compressGzip(content);
  return compressBrotli(content, { params: brotliParams(content) });
}

/** A brotli stream that stops at a whole byte and is still to be ended. */
export async function startOfBrotli(content: Uint8Array): Promise<Uint8Array> {
  const finishFlush = constants.BROTLI_OPERATION_FLUSH;
  return compressBrotli(content, { finishFlush, params: brotliParams(content) });
}

function brotliParams({ length }: Uint8Array) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  };
}
