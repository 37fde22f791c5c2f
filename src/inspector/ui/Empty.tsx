import type { ComponentChildren } from 'preact';

type Props = { readonly title: string; readonly children: ComponentChildren };

/** A list with nothing in it: what to do so that something is. */
export function Empty({ title, children }: Props) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <p>{children}</p>
    </div>
  );
}
