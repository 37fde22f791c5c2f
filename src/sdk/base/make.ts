declare global {
  interface HTMLIFrameElement {
    /** The service's origin, on the frame of a wallet of any SDK. No attribute: a page cache copies those. */
    origin?: string;
  }
}

/** A new element with these properties. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: object,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}

/** Removes the node, if it is on the page. Some pages replace `Element.remove` by one that throws if it is not. */
export function takeOff(node: Node): void {
  node.parentNode?.removeChild(node);
}

/** A shadow root that no style of the page reaches. It inherits only what `css` lets through. */
export function makeShadowRoot(css: string): ShadowRoot {
  return make('div', { style: `all:initial;${css}` }).attachShadow({ mode: 'open' });
}
