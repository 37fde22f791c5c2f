import { ProcessorConfiguration } from '../../../../contract/admin/processors.ts';
import type { HasMasterKey } from '../../../base/keys/master-key.ts';
import type { ProcessorRow } from '../../../tables/processors.ts';

/** What the seal of a configuration is bound to: no account gets the credentials of another. */
export const processorContext = ({ accountId, name }: Pick<ProcessorRow, 'accountId' | 'name'>) =>
  `processor:${accountId}:${name}`;

export function sealProcessor(
  { masterKey }: HasMasterKey,
  owner: Pick<ProcessorRow, 'accountId' | 'name'>,
  configuration: ProcessorConfiguration,
): Uint8Array {
  return masterKey.seal(Buffer.from(JSON.stringify(configuration)), processorContext(owner));
}

/** Undefined where the row was changed. */
export function openProcessor(
  { masterKey }: HasMasterKey,
  row: ProcessorRow,
): ProcessorConfiguration | undefined {
  const bytes = masterKey.openUnder(row.sealed, [processorContext(row)]);
  return bytes && ProcessorConfiguration.parse(JSON.parse(Buffer.from(bytes).toString()));
}
