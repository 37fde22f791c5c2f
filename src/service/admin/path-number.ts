import { ServiceError } from '../base/service-error.ts';

/** A number in an address; raises `not_found` for anything else, as for one that nobody has. */
export function pathNumber(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new ServiceError('not_found', 'Cannot find this address: expected a number in it');
}
