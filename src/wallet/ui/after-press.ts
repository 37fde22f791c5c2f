/** How long a press on the page may take: the frame, which has lost the focus to it, does not see it end. */
const PRESS_MS = 2000;

/**
 * Acts once the press or key that took the focus from a field is over: a message that shows meanwhile would move what is being
 * pressed, and the press would be lost. Who is back at the field by then has not left it.
 */
export async function afterPress(field: HTMLElement, act: () => void) {
  await new Promise((end) => {
    addEventListener('mouseup', end, { once: true });
    addEventListener('keyup', end, { once: true });
    setTimeout(end, PRESS_MS);
  });
  // The click comes after its `mouseup`.
  setTimeout(() => {
    if (!field.matches(':focus')) act();
  });
}
