import { ServiceError } from '../base/service-error.ts';

/** Reads a UUID in an address. Raises `not_found` for anything else, as for an unknown one. */
export function pathUuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new ServiceError('not_found', 'Cannot find this address: expected a UUID in it');
}
