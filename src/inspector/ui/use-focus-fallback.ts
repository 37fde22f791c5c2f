import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** If the focused element is removed, moves the focus to the action's result, or to the title. */
export function useFocusFallback(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = within.current;
    if (!main) return;
    let last: EventTarget | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target;
    };
    // Removing a focused element blurs it too, but is not a blur by the user.
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
