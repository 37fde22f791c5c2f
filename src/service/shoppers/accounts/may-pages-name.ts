import type { MerchantRow } from '../../tables/accounts.ts';

/**
 * Whether a page may name the merchant with a refresh token made for none. Merchants from before the setting have none:
 * their accounts have two each, and pages named the first. The other, whose captures end later, is for backends.
 */
export function mayPagesName({ ref, settings }: Pick<MerchantRow, 'ref' | 'settings'>): boolean {
  return settings.pagesMayName ?? !ref.endsWith('-async');
}
