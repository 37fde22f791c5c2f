import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { VaultContent, VaultLineHeader } from '../../../contract/admin/vault.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { TransferKey } from './transfer-key.ts';

/** A line's place in its file. */
export type LinePlace = Pick<VaultLineHeader, 'file' | 'line' | 'prev' | 'end'>;

/** What a line holds. `number`: ASCII digits, of a card alone. The caller wipes them; the content has zeros in their place. */
export type OpenLine = {
  readonly place: LinePlace;
  readonly content: VaultContent;
  readonly number: Uint8Array | undefined;
};

const ALGORITHMS = { alg: 'A256KW', enc: 'A256GCM' } as const;
const NUMBER_START = Buffer.from('{"number":"');
const QUOTE = 0x22;
const ZERO = 0x30;

/**
 * Seals a line in its place, so that it is worth nothing in any other. The content is wiped; and so is the copy that the cipher's
 * job had, which is freed only once all that follows its promise has run: what follows this one comes a turn later.
 */
export async function sealLine(
  { id, key }: TransferKey,
  place: LinePlace,
  content: Uint8Array,
): Promise<string> {
  const header: VaultLineHeader = { ...ALGORITHMS, kid: id, ...place };
  const line = await new CompactEncrypt(content).setProtectedHeader(header).encrypt(key);
  content.fill(0);
  await nextTurn();
  return line;
}

/** Bytes outside of the heap. Small arrays are in it, and the collector moves them and leaves what it has copied behind. */
export function wipeableBytes(length: number): Uint8Array {
  return new Uint8Array(new ArrayBuffer(length));
}

/** The bytes of a content; of a card with its number, which never becomes a text. Nothing else holds them. */
export function contentBytes(content: object, number?: Uint8Array): Uint8Array {
  const text = JSON.stringify(content);
  if (!number) return Buffer.from(text);
  const rest = Buffer.from(`",${text.slice(1)}`);
  const bytes = wipeableBytes(NUMBER_START.length + number.length + rest.length);
  bytes.set(NUMBER_START);
  bytes.set(number, NUMBER_START.length);
  bytes.set(rest, NUMBER_START.length + number.length);
  return bytes;
}

/** Opens a line. Raises `vault_file_refused` for one that these custodians did not seal, or that was changed. */
export async function openLine({ id, key }: TransferKey, line: string): Promise<OpenLine> {
  const { alg: _, enc: __, kid, ...place } = headerOf(line);
  if (kid !== id)
    throw vaultFileRefused(`line ${place.line} was sealed with the key "${kid}", not with "${id}"`);
  const { plaintext } = await compactDecrypt(line, key, {
    keyManagementAlgorithms: [ALGORITHMS.alg],
    contentEncryptionAlgorithms: [ALGORITHMS.enc],
  }).catch((cause: unknown) => {
    throw vaultFileRefused(`line ${place.line} was changed`, cause);
  });
  const number = takeNumber(plaintext);
  const content = parseContent(plaintext);
  plaintext.fill(0);
  if (content && isZeros('number' in content ? content.number : '', number))
    return { place, content, number };
  number?.fill(0);
  throw vaultFileRefused(
    `line ${place.line} does not hold what a line may, or its number does not stand first`,
  );
}

/** A line's header, as it stands there in clear. Raises `vault_file_refused`. */
export function headerOf(line: string): VaultLineHeader {
  try {
    return VaultLineHeader.parse(decodeProtectedHeader(line));
  } catch (cause) {
    throw vaultFileRefused('a line of it does not begin as lines do', cause);
  }
}

/** By which the next line names this one. */
export function lineDigest(line: string): Buffer {
  return createHash('sha256').update(line).digest();
}

export function vaultFileRefused(found: string, cause?: unknown) {
  return new ServiceError('vault_file_refused', `Cannot use the file of cards: ${found}`, { cause });
}

/** Copies the digits, and puts zeros in their place. */
function takeNumber(bytes: Uint8Array): Uint8Array | undefined {
  if (!NUMBER_START.every((byte, index) => bytes[index] === byte)) return undefined;
  const digits = bytes.subarray(NUMBER_START.length, bytes.indexOf(QUOTE, NUMBER_START.length));
  const number = wipeableBytes(digits.length);
  number.set(digits);
  digits.fill(ZERO);
  return number;
}

function parseContent(bytes: Uint8Array): VaultContent | undefined {
  try {
    return VaultContent.parse(
      JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()),
    );
  } catch {
    return undefined;
  }
}

/** A second `number` in the content would be the one that the parser took. */
function isZeros(text: string, number: Uint8Array | undefined): boolean {
  return (
    text === '0'.repeat(number?.length ?? 0) &&
    (number?.every((digit) => digit >= ZERO && digit <= ZERO + 9) ?? true)
  );
}
