import { looksLikeCardNumber } from '../logs/card-numbers.ts';
import { processor } from '../processor/processor.ts';
import { ServiceError } from '../service-error.ts';

export type MetadataEntry = { readonly key: string; readonly value: string };

const MOST_KEYS = 50;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;
/** Filled in by the service where records show them. */
const RESERVED = new Set(['callback_url', 'processor_transaction_id', 'transactionDetails', 'failure_code']);

/** A merchant's metadata as records keep it: a list of texts. Chosen: service.md U14, B20. */
export function transactionMetadata(given: Readonly<Record<string, unknown>>): MetadataEntry[] {
  const entries = Object.entries(given).map(([key, value]) => ({ key, value: asText(value) }));
  if (entries.length > MOST_KEYS) {
    throw refused('metadata', `has ${entries.length} keys, expected at most ${MOST_KEYS}`);
  }
  for (const entry of entries) judge(entry);
  const faulty = processor.faultySwitch(entries);
  if (faulty !== undefined) throw refused(pointer(faulty), 'is no result the sandbox knows');
  return entries;
}

function judge({ key, value }: MetadataEntry) {
  if (looksLikeCardNumber(key) || looksLikeCardNumber(value)) {
    throw new ServiceError(
      'sensitive_data_in_metadata',
      'Cannot take the metadata: a value looks like a card number, expected none',
      { param: looksLikeCardNumber(key) ? 'metadata' : pointer(key) },
    );
  }
  if (key.length > LONGEST_KEY) throw refused('metadata', `has a key longer than ${LONGEST_KEY} characters`);
  if (RESERVED.has(key)) throw refused(pointer(key), 'is a key the service fills in itself');
  if (value.length > LONGEST_VALUE) {
    throw refused(pointer(key), `has ${value.length} characters, expected at most ${LONGEST_VALUE}`);
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** RFC 6901. */
function pointer(key: string): string {
  return `metadata#/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function refused(param: string, found: string): ServiceError {
  return new ServiceError('json_parameter_invalid', `Cannot take the metadata: '${param}' ${found}`, {
    param,
  });
}
