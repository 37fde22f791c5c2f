import { type ComponentType, h, render } from 'preact';
import type { Sdk } from '../ui/checkout.ts';
import { onLanguage } from '../ui/language.ts';
import { mountSandbox, type Sandbox } from '../ui/sandbox.ts';
import { LanguageMenu } from './LanguageMenu.tsx';

/** What a view needs to show a wallet. */
export type WalletHost = {
  /** Undefined where the script tag did not load. */
  readonly sdk: Sdk | undefined;
  readonly sandbox: Sandbox;
  /** Another number opens the wallet anew. */
  readonly opening: number;
  readonly reopen: () => void;
};

type Options = { readonly sdk: Sdk | undefined; readonly showsWallet?: boolean };

/** Puts drawer, language menu and view into the page's HTML, and draws the last two anew in another language. */
export function mountShop(View: ComponentType<WalletHost>, { sdk, showsWallet = true }: Options): void {
  let opening = 0;
  const draw = () => {
    render(h(LanguageMenu, {}), byId('language'));
    render(h(View, { sdk, sandbox, opening, reopen }), byId('main'));
  };
  const reopen = () => {
    if (!sdk) location.reload();
    opening += 1;
    draw();
  };
  const wallet = showsWallet && sdk ? { wallet: sdk.wallet } : {};
  const sandbox = mountSandbox(byId('sandbox'), { onShopperChange: reopen, ...wallet });
  onLanguage(draw);
  markCurrentLink(location.pathname);
  draw();
}

/** Marks the link of the navigation that leads to `path`. */
export function markCurrentLink(path: string): void {
  const bare = (written: string) => written.replace(/\/$/, '');
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a')) {
    if (bare(link.pathname) === bare(path)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`Starting the shop failed: found no "#${id}" on this page`);
  return found;
}
