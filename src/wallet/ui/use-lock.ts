import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const blockedEvents = ['beforeinput', 'click', 'keydown'] as const;

/** Of all keys only an arrow on a radio changes something that `beforeinput`, `click` and `readOnly` do not stop. */
function changesNothing(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  const isRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio';
  return !(isRadio && event.key.startsWith('Arrow'));
}

function block(event: Event) {
  if (changesNothing(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** While locked, nothing inside the element can be changed; focus and caret stay where they are. */
export function useLock(root: RefObject<HTMLElement | null>, isLocked: boolean): void {
  useLayoutEffect(() => {
    const element = root.current;
    if (!(element && isLocked)) return;
    const inputs = [...element.querySelectorAll('input')];
    element.ariaBusy = 'true';
    for (const input of inputs) input.readOnly = true;
    for (const type of blockedEvents) element.addEventListener(type, block, true);
    return () => {
      element.ariaBusy = null;
      for (const input of inputs) input.readOnly = false;
      for (const type of blockedEvents) element.removeEventListener(type, block, true);
    };
  }, [isLocked]);
}
