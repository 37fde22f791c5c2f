import { element } from './element.ts';
import { presentOrder, shop } from './shop-api.ts';

/**
 * Into the service's inspector, at the order of this page. The address holds no token: a tab of the inspector that is open
 * hands it on, else the inspector asks for it.
 */
export function inspectorLinks(): HTMLElement[] {
  const { inspectorUrl } = shop();
  if (!inspectorUrl) return [];
  const link = element(
    'a',
    { href: inspectorUrl, target: '_blank', rel: 'noopener' },
    'This order in the inspector',
  );
  // The order may change while the link stands.
  const point = () => {
    const order = presentOrder();
    link.href = order ? `${inspectorUrl}/#/payments?${new URLSearchParams({ search: order })}` : inspectorUrl;
  };
  for (const type of ['pointerenter', 'focus', 'click']) link.addEventListener(type, point);
  return [link];
}
