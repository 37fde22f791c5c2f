import { atEnd } from '../base/lifetime.ts';

type WatchCopiesInput = {
  readonly container: Element;
  readonly lifetime: AbortSignal;
  /** Another script has made this one of the wallet's frame: a form that pays nothing. */
  onCopy(copy: Element): void;
};

/** Looks for copies of the frame in the container, now and whenever the document changes. */
export function watchCopies({ container, lifetime, onCopy }: WatchCopiesInput): void {
  const frame = [...container.querySelectorAll('iframe')].find(({ origin }) => origin);
  const look = () => {
    // One in the HTML may be on its way to a wallet of its own while the page is read.
    if (document.readyState === 'loading') return;
    for (const copy of document.querySelectorAll('iframe'))
      if (!copy.origin && copy.src === frame?.src) onCopy(copy);
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  atEnd(lifetime, () => {
    // What ended the wallet may have made the copy, too.
    if (observer.takeRecords().length > 0) look();
    observer.disconnect();
  });
  look();
}
