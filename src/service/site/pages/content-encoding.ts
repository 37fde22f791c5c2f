import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The client's encoding with the smallest result. Chromium offers `br` on https and loopback, others on https alone. */
export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
  const offers = (acceptEncoding ?? '').split(',').map((offer) => offer.replaceAll(' ', '').toLowerCase());
  const usable = offers.filter((offer) => !/;q=0(\.0*)?$/.test(offer)).map((offer) => offer.split(';')[0]);
  if (usable.includes('br')) return 'br';
  return usable.includes('gzip') ? 'gzip' : 'identity';
}

/** Compresses with all effort, about a hundred milliseconds, because the result is cached. */
export async function encode(
  content: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return compressGzip(content);
  return compressBrotli(content, { params: brotliParams(content) });
}

/** The start of a brotli stream: it stops at a whole byte and must still be ended. */
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
