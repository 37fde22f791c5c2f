import { themeOf } from '../contract/frame/frame-address.ts';
import type { FirstPaint } from './state/wallet.ts';

/** Reads the page's `FirstPaintSettings` by hand, because the schemas come with a later chunk. Only styles read the layout. */
export function readFirstPaintSettings(fragment: string): FirstPaint & { readonly express: string } {
  const parameters = new URLSearchParams(fragment.slice(1));
  return {
    view: parameters.get('view') === 'MANAGE' ? 'MANAGE' : 'CHECKOUT',
    theme: themeOf(parameters.get('theme')),
    pageTheme: parameters.get('page') ?? '',
    labels: parameters.get('labels') === 'floating' ? 'floating' : 'above',
    express: parameters.get('express') ?? '',
  };
}
