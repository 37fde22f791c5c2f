import type { AuditRow } from '../../tables/audit.ts';
import type { HasMasterKey } from '../keys/master-key.ts';

export type AuditAct = Omit<AuditRow, 'seq' | 'mac' | 'hash'>;
export type ChainEnd = Pick<AuditRow, 'seq' | 'hash'>;

/** The chain before the first act. */
export const CHAIN_START: ChainEnd = { seq: 0, hash: new Uint8Array(32) };

/** A digest of every column of the act: it differs for an edited row. */
export function actMac({ masterKey }: HasMasterKey, row: AuditAct): Uint8Array {
  const { id, at, actor, actorId, address, act, accountId, subject, details } = row;
  // Only an edited row has an invalid time, such as 'infinity'.
  const moment = Number.isNaN(at.getTime()) ? null : at.toISOString();
  const content = [id, moment, actor, actorId, address, act, accountId, subject, details];
  return masterKey.digest('audit-act', JSON.stringify(content));
}

/** A digest of a row's place and of all rows before it. */
export function linkHash({ masterKey }: HasMasterKey, before: ChainEnd, mac: Uint8Array): Uint8Array {
  return masterKey.digest('audit-link', JSON.stringify([before.seq + 1, hex(before.hash), hex(mac)]));
}

export function headMac({ masterKey }: HasMasterKey, { seq, hash }: ChainEnd): Uint8Array {
  return masterKey.digest('audit-head', JSON.stringify([seq, hex(hash)]));
}

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
