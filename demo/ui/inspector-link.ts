import { element } from './element.ts';
import { currentOrderId, shop } from './shop-api.ts';

/**
 * A link to this page's order in the service's inspector. The address holds no token: an open tab of the inspector hands it on,
 * or else the inspector asks for it.
 */
export function inspectorLinks(): HTMLElement[] {
  const { inspectorUrl } = shop();
  if (!inspectorUrl) return [];
  const link = element(
    'a',
    { href: inspectorUrl, target: '_blank', rel: 'noopener' },
    'This order in the inspector',
  );
  // The order may have changed since the link was drawn.
  const point = () => {
    const order = currentOrderId();
    link.href = order ? `${inspectorUrl}/#/payments?${new URLSearchParams({ search: order })}` : inspectorUrl;
  };
  for (const type of ['pointerenter', 'focus', 'click']) link.addEventListener(type, point);
  return [link];
}
