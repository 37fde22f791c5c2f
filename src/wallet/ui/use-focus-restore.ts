import { useLayoutEffect, useRef } from 'preact/hooks';

/** Restores the focus within an element that was hidden while it had the focus. */
export const useFocusRestore = (isHidden: boolean) => {
  const element = useRef<HTMLElement>(null);
  const lastFocus = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (isHidden) {
      const isInside = focused instanceof HTMLElement && element.current?.contains(focused);
      lastFocus.current = isInside ? focused : null;
    } else if (document.hasFocus() && (focused === null || focused === document.body)) {
      lastFocus.current?.focus();
    }
  }, [isHidden]);
  return element;
};

/** Hiding a focused field blurs it, but the shopper has not left it. */
export const ignoreHiddenBlur = (event: {
  readonly currentTarget: HTMLElement;
  stopPropagation(): void;
}): void => {
  if (event.currentTarget.hidden) event.stopPropagation();
};
