/** Shows a dialog over the inert page and keeps it there until released, which gives the focus back. */
export function holdOpen(dialog: HTMLDialogElement, onEscape: () => void): () => void {
  const held = new AbortController();
  const { signal } = held;
  const show = () => signal.aborted || dialog.showModal();
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // The page's own handlers are for what is inert now.
    event.stopImmediatePropagation();
    onEscape();
  };
  document.body.append(dialog);
  show();
  addEventListener('keydown', onKey, { capture: true, signal });
  // Where a browser knows no `closedby`, and on a phone's back gesture, it may close unasked.
  dialog.onclose = show;
  stayInView(dialog.style, signal);
  return () => {
    held.abort();
    dialog.close();
    dialog.remove();
  };
}

/** On a phone the keyboard covers the page without making it smaller. */
function stayInView(style: CSSStyleDeclaration, signal: AbortSignal): void {
  const viewport = visualViewport;
  if (!viewport) return;
  const follow = () => {
    const { scale, height, offsetTop } = viewport;
    // Who has zoomed in moves about as they like.
    if (scale > 1.01) return;
    style.inset = `${offsetTop}px 0 ${innerHeight - offsetTop - height}px`;
    style.maxHeight = `${height}px`;
  };
  follow();
  for (const event of ['resize', 'scroll']) viewport.addEventListener(event, follow, { signal });
}
