import { element } from './element.ts';
import type { Sandbox } from './sandbox.ts';
import { shop } from './shop-api.ts';

/** The code that a merchant's page would need for the drawer's choices, to copy. */
export function settingsCode(sandbox: () => Sandbox): HTMLElement {
  const code = element('code', {});
  const status = element('span', { role: 'status', class: 'told' });
  const show = () => {
    code.textContent = codeOf(sandbox());
  };
  const copy = async () => {
    const done = await navigator.clipboard.writeText(code.textContent ?? '').then(
      () => 'Copied',
      () => 'This browser does not let the page copy',
    );
    status.textContent = done;
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
function codeOf({ locale, theme, available, express, layout }: Sandbox): string {
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
  const text = JSON.stringify(settings, null, 2)
    .replaceAll(/"(\w+)": /g, '$1: ')
    .replaceAll('"', "'");
  return [
    `sdk.auth.connect({ publishableKey: '${publishableKey}', refreshToken });`,
    `await sdk.wallet.init(${text}, {`,
    '  currency: order.currency,',
    '  amount: order.amount,',
    '  return_url: location.href,',
    '  metadata: { order_id: order.id },',
    '});',
  ].join('\n');
}
