import type { ComponentChildren } from 'preact';

type Props = {
  readonly children: ComponentChildren;
  /** What the shopper can do about it. */
  readonly action?: ComponentChildren;
};

/** Something that went wrong, said once when it appears. */
export function Notice({ children, action }: Props) {
  return (
    <div class="notice" role="alert">
      <span class="notice-text">{children}</span>
      {action}
    </div>
  );
}
