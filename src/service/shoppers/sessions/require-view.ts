import type { View } from '../../../contract/forms/settings.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { WalletCaller } from './wallet-caller.ts';

/** Refuses a request of a view that the refresh token was not made for. */
export function requireView({ view }: WalletCaller, requested: View): void {
  if (view === null || view === requested) return;
  throw new ServiceError(
    'view_not_allowed',
    `Cannot act in the view ${requested}: the refresh token was made for ${view} alone`,
  );
}
