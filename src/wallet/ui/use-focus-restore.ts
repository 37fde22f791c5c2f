import { useLayoutEffect, useRef } from 'preact/hooks';

/** Restores the focus within an element that was hidden while it had the focus. */
export const useKeptFocus = (isHidden: boolean) => {
  const place = useRef<HTMLElement>(null);
  const kept = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (isHidden) {
      const isInside = focused instanceof HTMLElement && place.current?.contains(focused);
      kept.current = isInside ? focused : null;
    } else if (document.hasFocus() && (focused === null || focused === document.body)) {
      kept.current?.focus();
    }
  }, [isHidden]);
  return place;
};

/** Hiding a focused field blurs it, but the shopper has not left it. */
export const leaveUnseen = (event: {
  readonly currentTarget: HTMLElement;
  stopPropagation(): void;
}): void => {
  if (event.currentTarget.hidden) event.stopPropagation();
};
