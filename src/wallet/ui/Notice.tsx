import type { ComponentChildren } from 'preact';

type Props = {
  readonly tone?: 'trouble' | 'news';
  readonly children: ComponentChildren;
  /** What the shopper can do about it. */
  readonly action?: ComponentChildren;
};

/** A message that screen readers announce when it appears. */
export function Notice({ tone = 'trouble', children, action }: Props) {
  return (
    <div class={tone === 'news' ? 'notice notice-news' : 'notice'} role="alert">
      <span class="notice-text">{children}</span>
      {action}
    </div>
  );
}
