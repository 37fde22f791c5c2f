import { element } from './element.ts';
import { presentOrder, shop } from './shop-api.ts';

/** Where the service's time is moved. */
export function inspectorClock(): HTMLElement[] {
  const { inspectorUrl } = shop();
  return inspectorUrl ? [inspectorLink(`${inspectorUrl}/#/clock`, 'Its clock, in the inspector')] : [];
}

const inspectorLink = (href: string, text: string) =>
  element('a', { href, target: '_blank', rel: 'noopener' }, text);

/**
 * Into the service's inspector, at the order of this page. The address holds no token: a tab of the inspector that is open
 * hands it on, else the inspector asks for it.
 */
export function inspectorLinks(): HTMLElement[] {
  const { inspectorUrl } = shop();
  if (!inspectorUrl) return [];
  const link = inspectorLink(inspectorUrl, 'This order in the inspector');
  // The order may change while the link stands.
  const point = () => {
    const order = presentOrder();
    link.href = order ? `${inspectorUrl}/#/payments?${new URLSearchParams({ search: order })}` : inspectorUrl;
  };
  for (const type of ['pointerenter', 'focus', 'click']) link.addEventListener(type, point);
  return [link];
}
