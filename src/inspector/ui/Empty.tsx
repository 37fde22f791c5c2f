import type { ComponentChildren } from 'preact';

type Props = { readonly title: string; readonly children: ComponentChildren };

/** Shown in place of an empty list: says how to get entries. */
export function Empty({ title, children }: Props) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <p>{children}</p>
    </div>
  );
}
