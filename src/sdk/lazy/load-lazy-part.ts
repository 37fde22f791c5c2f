import { integrity } from 'virtual:lazy-part';
import { make, takeOff } from '../base/make.ts';
import type { LazyPage } from '../frame/mounted-wallet.ts';

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
