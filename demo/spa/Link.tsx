import type { AnchorHTMLAttributes } from 'preact';
import { goTo } from './path.ts';

export function Link({ href, ...rest }: AnchorHTMLAttributes & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
