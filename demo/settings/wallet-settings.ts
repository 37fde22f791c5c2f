import type { WalletSettings } from 'embeddable-wallet';
import type { DrawerSettings } from './drawer-settings.ts';
import { shopLook } from './look.ts';

type Chosen = Pick<DrawerSettings, 'locale' | 'theme' | 'available' | 'express' | 'layout'>;

/** The settings of the wallet but its view: the backend writes the frame with them, and the page passes them to `init`. */
export function walletSettings(as: Chosen, merchant_id: number): Omit<WalletSettings, 'view'> {
  return {
    merchant_id,
    locale: as.locale,
    appearance: { theme: as.theme, variables: shopLook },
    sandbox_available: as.available,
    express: as.express,
    layout: as.layout,
  };
}
