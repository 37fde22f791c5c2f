import { useLayoutEffect, useRef } from 'preact/hooks';

/** Gives the focus back to the part of an element that had it when the element was hidden. */
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

/** A field that is hidden has not been left by the shopper. */
export const leaveUnseen = (event: {
  readonly currentTarget: HTMLElement;
  stopPropagation(): void;
}): void => {
  if (event.currentTarget.hidden) event.stopPropagation();
};
