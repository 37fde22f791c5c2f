import { integrity } from 'virtual:lazy-part';
import { make, takeOff } from '../base/make.ts';
import type { AttachLazyPart } from './attach-lazy-part.ts';

export type LazyPage = {
  /** Rejects if the lazy part is lost on the way; the frame then draws its dialogs in itself. `baseUrl`: the service's. */
  loadLazyPart(baseUrl: string): Promise<AttachLazyPart>;
};

/** For the script of a tag, which holds what every visit needs at once: the lazy part is a second script of the same release. */
export const loadLazyPart: LazyPage['loadLazyPart'] = (baseUrl) =>
  new Promise((resolve, reject) => {
    const src = `${baseUrl}/sdk/lazy.js?${integrity}`;
    const onload = () => resolve(window.attachLazyPart);
    const script = make('script', { src, integrity, crossOrigin: '', onload, onerror: reject });
    document.documentElement.append(script);
    // It is fetched and run all the same.
    takeOff(script);
  });
