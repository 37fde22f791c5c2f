import { options, type VNode } from 'preact';
import { visibleText } from '../../contract/visible-text.ts';

/** Attributes whose text a browser shows or says. */
const SHOWN = ['title', 'aria-label', 'alt'] as const;

/** What Preact makes of a text, which its types leave out. */
type Made = Omit<VNode, 'type' | 'props'> & { readonly type: VNode['type'] | null; props: unknown };

/**
 * Makes what merchants, shoppers and receivers wrote visible wherever the inspector shows it: a mark that turns text around or
 * has no width is shown as its number. Each text is looked at as it is made, so that no page can leave one out.
 */
export function showUnseen(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const made: Made = vnode;
    if (made.type === null) made.props = shown(made.props);
    else if (typeof made.type === 'string') showAttributes(made.props as Record<string, unknown>);
    before?.(vnode);
  };
}

function showAttributes(props: Record<string, unknown>): void {
  for (const name of SHOWN) {
    if (name in props) props[name] = shown(props[name]);
  }
}

/** Line ends and tabs stay, for texts of several lines. */
function shown(value: unknown): unknown {
  return typeof value === 'string' ? visibleText(value, { keeps: '\n\t' }) : value;
}
