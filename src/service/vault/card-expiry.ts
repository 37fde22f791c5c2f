import { expiryStatus } from '../../contract/cards/card-expiry.ts';

/** `expMonth` 1 to 12, `expYear` four digits. */
export type CardExpiry = { readonly expMonth: number; readonly expYear: number };

export function isExpired({ expMonth, expYear }: CardExpiry, now: Date): boolean {
  return expiryStatus({ month: expMonth, year: expYear }, now.getTime()) === 'past';
}
