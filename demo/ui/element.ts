type Content = Node | string;
type Attributes = Record<string, string | EventListener>;

/** One element: attributes by name, listeners as functions, text as text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: Content[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...content);
  return made;
}
