/** The element of that id; the page is broken without it. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`Finding an element failed: no "#${id}" on this page`);
  return found;
}
