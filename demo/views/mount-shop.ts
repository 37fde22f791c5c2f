import { type ComponentType, h, render } from 'preact';
import type { Sdk } from '../ui/checkout.ts';
import { type DrawerSettings, mountDrawer } from '../ui/drawer.ts';
import { onLanguage } from '../ui/language.ts';
import { LanguageMenu } from './LanguageMenu.tsx';

/** What a view needs to show a wallet. */
export type WalletHost = {
  /** Undefined where the script tag did not load. */
  readonly sdk: Sdk | undefined;
  readonly drawer: DrawerSettings;
  /** Counts openings; a new number reopens the wallet. */
  readonly opening: number;
  readonly reopen: () => void;
};

type Options = {
  readonly sdk: Sdk | undefined;
  /** The view itself sets the wallet's look, in place of the drawer. */
  readonly hasOwnLook?: boolean;
};

/** Fills drawer, language menu and main element of the page, and draws the last two again in another language. */
export function mountShop(View: ComponentType<WalletHost>, { sdk, hasOwnLook = false }: Options): void {
  let opening = 0;
  const draw = () => {
    render(h(LanguageMenu, {}), byId('language'));
    render(h(View, { sdk, drawer, opening, reopen }), byId('main'));
  };
  const reopen = () => {
    if (!sdk) location.reload();
    opening += 1;
    draw();
  };
  const wallet = sdk && !hasOwnLook ? { wallet: sdk.wallet } : {};
  const drawer = mountDrawer(byId('sandbox'), { onShopperChange: reopen, ...wallet });
  onLanguage(draw);
  draw();
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`Starting the shop failed: found no "#${id}" on this page`);
  return found;
}
