import { characterCount } from '../../base/character-count.ts';
import { type JsonObject, jsonInvalid, pointerSegment } from '../../base/json-parameter.ts';

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_BYTES = 16 * 1024;

/** What a merchant sends to change a user's metadata: the parameter's name, for errors, and its content. */
export type MetadataChange = { readonly param: 'custom' | 'metadata'; readonly changes: JsonObject };

/** A shallow merge: a key set to null is removed, and a key that is not named stays. */
export function mergeMetadata(current: JsonObject, { param, changes }: MetadataChange): JsonObject {
  const tooLong = Object.keys(changes).find((key) => characterCount(key) > MAX_KEY_LENGTH);
  if (tooLong !== undefined) {
    throw jsonInvalid(
      `${param}#/${pointerSegment(tooLong)}`,
      `has a key of more than ${MAX_KEY_LENGTH} characters`,
    );
  }
  const metadata = Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null),
  );
  if (Object.keys(metadata).length > MAX_KEYS) {
    throw jsonInvalid(param, `leaves the user with more than ${MAX_KEYS} keys`);
  }
  if (metadataBytes(metadata) > MAX_BYTES) {
    throw jsonInvalid(param, `leaves the user with more than ${MAX_BYTES} bytes of metadata`);
  }
  return metadata;
}

export function metadataBytes(metadata: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}
