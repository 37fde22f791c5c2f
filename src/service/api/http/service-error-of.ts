import { QueryError } from '../../../store/engine.ts';
import { causesOf } from '../../../store/error-causes.ts';
import { StoreError } from '../../../store/store-error.ts';
import { ServiceError } from '../../base/service-error.ts';

/**
 * The error that a caller sees: the refusal itself, a failing store, or an internal error; never the cause's own
 * message.
 */
export function serviceErrorOf(error: Error): ServiceError {
  if (error instanceof ServiceError) return error;
  if (causesOf(error).some(isStoreTrouble)) {
    return new ServiceError('store_unavailable', 'Cannot reach the store: try again', { cause: error });
  }
  return new ServiceError('internal_error', 'Cannot answer: the service failed', { cause: error });
}

/**
 * PostgreSQL's classes 08, 53, 57 and 58: connection lost, out of resources, stopped from outside, broken disk. A
 * deadlock, a lock that was not granted and a prepared statement that is gone or stale count too: they go away on a retry.
 */
function isStoreTrouble(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  if (!(error instanceof QueryError)) return false;
  return /^(08|5[378]|40P01|55P03|26000|0A000)/.test(error.code) || isOfEndedAccount(error);
}

/** Until word of a reset arrives, a request may write for an account or a merchant that is gone. The next one is refused. */
function isOfEndedAccount({ code, constraint = '' }: QueryError): boolean {
  return code === '23503' && /_(accounts|merchants)_id_fk$/.test(constraint);
}
