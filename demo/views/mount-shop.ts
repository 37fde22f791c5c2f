import { type ComponentType, h, hydrate, render } from 'preact';
import { wasPayPressed } from '../layouts/WalletLayouts.tsx';
import { type DrawerSettings, drawerSettings } from '../settings/drawer-settings.ts';
import type { Sdk } from '../ui/checkout.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { language, onLanguage } from '../ui/language.ts';
import { shop } from '../ui/shop-api.ts';
import { logSdk } from '../ui/Timeline.tsx';

/** What a view needs to show a wallet. */
export type WalletHost = {
  /** Undefined where the script tag did not load. */
  readonly sdk: Sdk | undefined;
  readonly settings: DrawerSettings;
  /** Counts openings; a new number reopens the wallet. */
  readonly opening: number;
  readonly reopen: () => void;
  /** Whether Pay was pressed before this script had come; true once. */
  readonly takePress: () => boolean;
};

/** Draws drawer and main element of the page, and again after each choice in the drawer and of a language. */
export function mountShop(View: ComponentType<WalletHost>, sdk: WalletHost['sdk']): void {
  const main = byId('main');
  let isPayPressed = wasPayPressed();
  const takePress = () => {
    const taken = isPayPressed;
    isPayPressed = false;
    return taken;
  };
  let opening = 0;
  /** At first it takes over what the backend has written, in which the wallet's frame stands. */
  let drawMain = main.firstChild ? hydrate : render;
  const draw = () => {
    const { drawerNamesMethod } = shop();
    const settings = drawerSettings({ cookies: document.cookie, language: language(), drawerNamesMethod });
    render(h(Drawer, { settings, onChange: draw, onReopen: reopen }), byId('sandbox'));
    drawMain(h(View, { sdk, settings, opening, reopen, takePress }), main);
    drawMain = render;
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
