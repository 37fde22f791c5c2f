import { type ComponentType, h, render } from 'preact';
import type { Sdk } from '../ui/checkout.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { type DrawerSettings, drawerSettings } from '../ui/drawer-settings.ts';
import { onLanguage } from '../ui/language.ts';
import { logSdk } from '../ui/Timeline.tsx';

/** What a view needs to show a wallet. */
export type WalletHost = {
  /** Undefined where the script tag did not load. */
  readonly sdk: Sdk | undefined;
  readonly settings: DrawerSettings;
  /** Counts openings; a new number reopens the wallet. */
  readonly opening: number;
  readonly reopen: () => void;
};

/** Draws drawer and main element of the page, and again after each choice in the drawer and of a language. */
export function mountShop(View: ComponentType<WalletHost>, sdk: WalletHost['sdk']): void {
  let opening = 0;
  const draw = () => {
    const settings = drawerSettings();
    render(h(Drawer, { settings, onChange: draw, onReopen: reopen }), byId('sandbox'));
    render(h(View, { sdk, settings, opening, reopen }), byId('main'));
  };
  const reopen = () => {
    if (!sdk) location.reload();
    opening += 1;
    draw();
  };
  logSdk();
  onLanguage(draw);
  draw();
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`Starting the shop failed: found no "#${id}" on this page`);
  return found;
}
