type Tag = 'dialog' | 'div' | 'p' | 'h1' | 'button' | 'iframe';

/** Styled through CSSOM, which no policy of the page forbids; `revert` keeps the page's own rules out. */
export function make<Name extends Tag>(
  tag: Name,
  css: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(tag);
  setStyle(element, css);
  element.append(...children);
  return element;
}

export function setStyle(element: HTMLElement, css: string): void {
  element.style.cssText = `all:revert;${css}`;
}
