import { type Encoding, encode, startOfBrotli } from './content-encoding.ts';

/** A document in two parts: one that many embeddings share, and one of a single embedding. */
export type FrameText = { readonly sharedText: string; readonly ownText: string };

const MAX_RAW_BLOCK = 65_536;
const BROTLI_END = 3;

/**
 * Encodes frame documents. The few shared parts are compressed once, with all effort. In brotli a shared part starts a
 * stream that continues with the own part uncompressed, so that a request costs no compression.
 */
export function frameEncoder() {
  const starts = new Map<string, Promise<Uint8Array>>();

  return async ({ sharedText, ownText }: FrameText, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> => {
    if (encoding !== 'br') return encode(bytesOf(sharedText + ownText), encoding);
    const start = starts.get(sharedText) ?? startOfBrotli(bytesOf(sharedText));
    starts.set(sharedText, start);
    const raw = bytesOf(ownText);
    return join([await start, rawBlockHeader(raw.length), raw, Uint8Array.of(BROTLI_END)]);
  };
}

/** RFC 7932, 9.2: not the last block, four nibbles of length less one, uncompressed; then zeros to the next byte. */
function rawBlockHeader(length: number): Uint8Array {
  if (length < 1 || length > MAX_RAW_BLOCK)
    throw new Error(`Cannot encode the frame: ${length} bytes of its own`);
  const bits = ((length - 1) << 3) | (1 << 19);
  return Uint8Array.of(bits & 255, (bits >> 8) & 255, bits >> 16);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
