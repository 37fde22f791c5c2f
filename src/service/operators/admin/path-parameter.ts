import { ServiceError } from '../../base/service-error.ts';

/** Reads an id in an address. Raises `not_found` for a malformed id, as for an unknown one. */
export function pathId(text: string): string {
  if (/^[0-9A-Za-z_]{1,64}$/.test(text)) return text;
  throw new ServiceError('not_found', 'Cannot find this address: expected an id in it');
}

/** Reads a number in an address. Raises `not_found` for anything else, as for an unknown number. */
export function pathNumber(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new ServiceError('not_found', 'Cannot find this address: expected a number in it');
}

/** Reads a UUID in an address. Raises `not_found` for anything else, as for an unknown one. */
export function pathUuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new ServiceError('not_found', 'Cannot find this address: expected a UUID in it');
}
