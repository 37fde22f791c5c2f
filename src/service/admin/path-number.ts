import { ServiceError } from '../base/service-error.ts';

/** Reads a number in an address. Raises `not_found` for anything else, as for an unknown number. */
export function pathNumber(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new ServiceError('not_found', 'Cannot find this address: expected a number in it');
}
