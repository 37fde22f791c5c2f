import { ServiceError } from '../base/service-error.ts';

/** An id in an address; raises `not_found` for what is none, as for one that nobody has. */
export function pathName(text: string): string {
  if (/^[0-9A-Za-z_]{1,64}$/.test(text)) return text;
  throw new ServiceError('not_found', 'Cannot find this address: expected an id in it');
}
