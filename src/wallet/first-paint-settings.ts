import type { Theme } from '../contract/frame/frame-boot.ts';
import type { FirstPaint } from './state/wallet.ts';

/** Reads the page's `FirstPaintSettings` by hand, because the schemas come with a later chunk. Only styles read the layout. */
export function readFirstPaintSettings(fragment: string): FirstPaint & { readonly express: string } {
  const parameters = new URLSearchParams(fragment.slice(1));
  return {
    view: parameters.get('view') === 'MANAGE' ? 'MANAGE' : 'CHECKOUT',
    theme: themeIn(parameters.get('theme')),
    pageTheme: themeIn(parameters.get('page')),
    labels: parameters.get('labels') === 'floating' ? 'floating' : 'above',
    express: parameters.get('express') ?? '',
  };
}

/** `auto` for anything that is no theme. */
const themeIn = (text: string | null): Theme => (text === 'light' || text === 'dark' ? text : 'auto');
