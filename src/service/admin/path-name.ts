import { ServiceError } from '../base/service-error.ts';

/** Reads an id in an address. Raises `not_found` for a malformed id, as for an unknown one. */
export function pathName(text: string): string {
  if (/^[0-9A-Za-z_]{1,64}$/.test(text)) return text;
  throw new ServiceError('not_found', 'Cannot find this address: expected an id in it');
}
