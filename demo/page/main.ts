import { onLanguage } from '../ui/language.ts';
import { mountSandbox } from '../ui/sandbox.ts';
import { showAppearance } from './appearance-page.ts';
import { byId } from './by-id.ts';
import { showCards } from './cards-page.ts';
import { showCheckout } from './checkout-page.ts';
import { languageMenu } from './language-menu.ts';
import { showOrder } from './order-page.ts';
import { showOrders } from './orders-page.ts';

/** The script-tag shop: pages with addresses of their own, in plain DOM. */
const main = byId('main');
for (const link of document.querySelectorAll('.top nav a')) {
  if (link.getAttribute('href') === location.pathname) link.setAttribute('aria-current', 'page');
}

byId('language').append(languageMenu());

const [, section, orderId] = location.pathname.split('/');
if (section === 'orders') {
  mountSandbox(byId('sandbox'), { onShopperChange: () => {} });
  const show = () => (orderId ? showOrder(main, orderId) : showOrders(main));
  onLanguage(show);
  await show();
} else if (section === 'cards') {
  await showCards(main);
} else if (section === 'appearance') {
  await showAppearance(main);
} else {
  await showCheckout(main);
}
