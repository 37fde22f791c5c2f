declare global {
  interface HTMLIFrameElement {
    /** Of a wallet frame of some SDK, the service's. No attribute: what a page cache copies of the document is nobody's. */
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

/** Takes it off the page, where it is on it. Pages have replaced `remove` of elements by one that fails where it is not. */
export function takeOff(node: Node): void {
  node.parentNode?.removeChild(node);
}

/** A place on the page whose inside no rule of the page reaches, and into which nothing is inherited but what `css` says. */
export function makeGround(css: string): ShadowRoot {
  return make('div', { style: `all:initial;${css}` }).attachShadow({ mode: 'open' });
}
