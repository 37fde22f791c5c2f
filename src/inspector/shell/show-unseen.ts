import { options, type VNode } from 'preact';
import { visibleText } from '../../contract/visible-text.ts';

/** Attributes whose text browsers show or screen readers read. */
const SHOWN = ['title', 'aria-label', 'alt'] as const;

/** Preact's node for a text, which its types leave out. */
type TextNode = Omit<VNode, 'type' | 'props'> & { readonly type: VNode['type'] | null; props: unknown };

/**
 * Shows invisible characters in texts of merchants, shoppers and receivers as escapes, wherever the inspector shows them. It
 * checks each node as Preact creates it, so that no page can forget it.
 */
export function showUnseen(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const node: TextNode = vnode;
    if (node.type === null) node.props = visible(node.props);
    else if (typeof node.type === 'string') showAttributes(node.props as Record<string, unknown>);
    before?.(vnode);
  };
}

function showAttributes(props: Record<string, unknown>): void {
  for (const name of SHOWN) {
    if (name in props) props[name] = visible(props[name]);
  }
}

/** Keeps line ends and tabs. */
function visible(value: unknown): unknown {
  return typeof value === 'string' ? visibleText(value, { keeps: '\n\t' }) : value;
}
