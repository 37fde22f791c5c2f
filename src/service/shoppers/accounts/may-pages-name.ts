import type { MerchantRow } from '../../tables/accounts.ts';

/**
 * Whether a page may name the merchant with a refresh token made for none. Merchants that are older than the setting
 * have none: their accounts have two each, the first for pages. The other, whose captures end later, is for backends.
 */
export function mayPagesName({ ref, settings }: Pick<MerchantRow, 'ref' | 'settings'>): boolean {
  return settings.pagesMayName ?? !ref.endsWith('-async');
}
