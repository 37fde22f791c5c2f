import { SIZE_LIMITS } from '../../contract/size-limits.ts';
import { looksLikeCardNumber } from '../base/card-numbers.ts';
import { characterCount } from '../base/character-count.ts';
import { type JsonObject, jsonInvalid, parseJsonObject, pointerSegment } from '../base/json-parameter.ts';
import type { Core } from '../base/runtime/core.ts';
import { ServiceError } from '../base/service-error.ts';
import type { MetadataEntry } from './model/transaction.ts';

const MAX_KEYS = 50;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;
/** Keys that records add: a merchant may not set them. */
const RESERVED = new Set([
  'callback_url',
  'processor_transaction_id',
  'transactionDetails',
  'failure_code',
  'reversal',
  'reversal_amount',
]);

/** A merchant's metadata as it is stored: a list of texts. Rule: billing/metadata. */
export function transactionMetadata(
  { dependencies: { processor } }: Pick<Core, 'dependencies'>,
  object: Readonly<Record<string, unknown>>,
): MetadataEntry[] {
  const entries = Object.entries(object).map(([key, value]) => ({ key, value: asText(value) }));
  if (entries.length > MAX_KEYS) {
    throw jsonInvalid('metadata', `has ${entries.length} keys, expected at most ${MAX_KEYS}`);
  }
  for (const entry of entries) judge(entry);
  const invalid = processor.invalidSwitch(entries);
  if (invalid !== undefined) throw jsonInvalid(pointer(invalid.key), `must be ${invalid.values}`);
  return entries;
}

/** Keys that look like sandbox switches but do nothing, as `Sandbox-Ignored-Params` names them. */
export function ignoredSwitches(
  { dependencies: { processor } }: Pick<Core, 'dependencies'>,
  object: Readonly<Record<string, unknown>>,
): readonly string[] {
  // Percent-encoded, because a header takes ASCII only.
  return processor
    .unknownSwitches(Object.keys(object))
    .map((key) => `metadata#/${encodeURIComponent(pointerSegment(key))}`);
}

/** The `metadata` that a page gives, as JSON. Rule: instant/page-metadata. */
export function pageMetadata(text: string): JsonObject {
  const bytes = Buffer.byteLength(text);
  if (bytes > SIZE_LIMITS.pageMetadata) {
    throw jsonInvalid('metadata', `has ${bytes} bytes, expected at most ${SIZE_LIMITS.pageMetadata} bytes`);
  }
  return parseJsonObject(text, 'metadata');
}

/** Only a backend may steer the sandbox, because any client can send a page's metadata. */
export function refusePageSwitches(object: Readonly<Record<string, unknown>>): void {
  const found = Object.keys(object).find((key) => key.startsWith('sandbox_'));
  if (found === undefined) return;
  throw jsonInvalid(pointer(found), "is a switch of the sandbox, which a page's metadata may not hold");
}

function judge({ key, value }: MetadataEntry) {
  if (looksLikeCardNumber(key) || looksLikeCardNumber(value)) {
    throw new ServiceError(
      'sensitive_data_in_metadata',
      'Cannot take the metadata: a value looks like a card number, expected none',
      { param: looksLikeCardNumber(key) ? 'metadata' : pointer(key) },
    );
  }
  if (characterCount(key) > LONGEST_KEY) {
    throw jsonInvalid('metadata', `has a key longer than ${LONGEST_KEY} characters`);
  }
  if (RESERVED.has(key)) throw jsonInvalid(pointer(key), 'is a key the service fills in itself');
  const length = characterCount(value);
  if (length > LONGEST_VALUE) {
    throw jsonInvalid(pointer(key), `has ${length} characters, expected at most ${LONGEST_VALUE}`);
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const pointer = (key: string) => `metadata#/${pointerSegment(key)}`;
