import { integrity } from 'virtual:lazy-part';
import { make } from '../base/make.ts';
import type { AttachLazyPart } from './attach-lazy-part.ts';

export type LoadLazyPart = (baseUrl: string, ...to: Parameters<AttachLazyPart>) => void;

/**
 * For the script of a tag, which holds what every visit needs at once: the lazy part is a second script of the same release. Where it
 * does not come, the frame draws its dialogs in itself.
 */
export const loadLazyPart: LoadLazyPart = (baseUrl, wallet, notice) => {
  const src = `${baseUrl}/sdk/lazy.js?${integrity}`;
  const onload = () => window.attachLazyPart(wallet, notice);
  document.documentElement.append(make('script', { src, integrity, crossOrigin: '', onload }));
};
