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

/** `once` takes a hundred milliseconds for what is kept, `each` two for what is made for one request. */
export async function encode(
  content: Uint8Array<ArrayBuffer>,
  { encoding, effort }: { encoding: Encoding; effort: 'once' | 'each' },
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return compressGzip(content);
  const quality = effort === 'once' ? constants.BROTLI_MAX_QUALITY : 5;
  return compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
