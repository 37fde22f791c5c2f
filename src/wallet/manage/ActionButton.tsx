import type { ComponentProps } from 'preact';
import { Button } from '../ui/Button.tsx';

const paths = {
  edit: 'M4 13.5V16h2.5l7.4-7.4-2.5-2.5L4 13.5zM12.7 4.8l2.5 2.5',
  default: 'M10 3.5l2 4.2 4.6.6-3.4 3.1.9 4.6-4.1-2.3-4.1 2.3.9-4.6-3.4-3.1 4.6-.6z',
  remove: 'M4.5 6h11M8 6V4h4v2M6 6l.7 10h6.6L14 6M8.6 8.8v4.6M11.4 8.8v4.6',
} as const;

type Props = ComponentProps<'button'> & {
  readonly icon: keyof typeof paths;
  /** Shown beside the icon if it fits. */
  readonly text: string;
};

/** An action on a card: an icon with its name, which is hidden on phones. */
export function ActionButton({ icon, text, ...button }: Props) {
  return (
    <Button class="button button-quiet action" title={text} {...button}>
      <svg class="action-icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={paths[icon]} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" />
      </svg>
      <span class="action-text">{text}</span>
    </Button>
  );
}
