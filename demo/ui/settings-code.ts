import { codeText, copyText } from './code.ts';
import type { DrawerSettings } from './drawer.ts';
import { element } from './element.ts';
import { shop } from './shop-api.ts';

/** The code that a merchant's page would need for the drawer's choices, to copy. */
export function settingsCode(drawer: () => DrawerSettings): HTMLElement {
  const code = element('code', {});
  const status = element('span', { role: 'status', class: 'told' });
  const show = () => {
    code.textContent = codeOf(drawer());
  };
  const copy = async () => {
    status.textContent = (await copyText(code.textContent ?? '')).message;
    setTimeout(() => status.replaceChildren(), 1200);
  };
  const button = element('button', { type: 'button', class: 'small-button', click: copy }, 'Copy');
  const section = element(
    'section',
    { class: 'settings-code' },
    element('header', {}, element('h3', {}, 'Code for these choices'), status, button),
    element('pre', { tabindex: '0' }, code),
  );
  // By the time its event arrives here, a choice is stored.
  document.addEventListener('change', () => queueMicrotask(show));
  queueMicrotask(show);
  return section;
}

/** As a developer would write it: what is default is left out. */
function codeOf({ locale, theme, available, express, layout }: DrawerSettings): string {
  const { publishableKey, merchantId } = shop();
  const settings = {
    merchant_id: merchantId,
    view: 'CHECKOUT',
    ...(locale !== 'en' && { locale }),
    ...(theme !== 'auto' && { appearance: { theme } }),
    ...(express.length > 0 && { express }),
    ...(layout !== 'accordion' && { layout }),
    ...(available.length > 0 && { sandbox_available: available }),
  };
  return [
    `sdk.auth.connect({ publishableKey: '${publishableKey}', refreshToken });`,
    `await sdk.wallet.init(${codeText(settings)}, {`,
    '  currency: order.currency,',
    '  amount: order.amount,',
    '  return_url: location.href,',
    '  metadata: { order_id: order.id },',
    '});',
  ].join('\n');
}
