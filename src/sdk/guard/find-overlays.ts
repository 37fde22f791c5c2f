import type { Add } from './inventory.ts';

const ASKS = 'input,iframe';

/** Records what lies over a frame of the service and asks for something; the service's own boxes may. */
export function findOverlays(add: Add, service: string): void {
  const own = `iframe[src^="${service}"]`;
  for (const frame of document.querySelectorAll(own)) {
    const { x, y, width, height } = frame.getBoundingClientRect();
    for (const above of document.elementsFromPoint(x + width / 2, y + height / 2)) {
      if (above.matches(own)) break;
      if ((above.matches(ASKS) || above.querySelector(ASKS)) && !above.querySelector(own))
        add('overlay', above.localName);
    }
  }
}
