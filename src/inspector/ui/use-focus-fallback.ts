import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Where what has the focus goes from the page, the focus goes to what came of the press, or to the title. */
export function useFocusFallback(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = within.current;
    if (!main) return;
    let last: EventTarget | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target;
    };
    // What is taken away while it has the focus loses it, too; it is then kept in mind.
    const onBlur = ({ target }: FocusEvent) => {
      setTimeout(() => {
        if (last === target && target instanceof Element && target.isConnected) last = null;
      });
    };
    const keep = () => {
      if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
      const place = main.querySelector<HTMLElement>('.acted, [role="alert"]') ?? main.querySelector('h1');
      place?.setAttribute('tabindex', '-1');
      place?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    main.addEventListener('focusin', onFocus);
    main.addEventListener('focusout', onBlur);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      main.removeEventListener('focusin', onFocus);
      main.removeEventListener('focusout', onBlur);
    };
  }, [within]);
}
