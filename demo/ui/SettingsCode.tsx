import type { DrawerSettings } from '../settings/drawer-settings.ts';
import { codeText } from './code.ts';
import { shop } from './shop-api.ts';
import { useCopy } from './use-copy.ts';

/** The code that a merchant's page would need for the drawer's choices, to copy. */
export function SettingsCode({ settings }: { readonly settings: DrawerSettings }) {
  const { message, copy } = useCopy();
  const code = codeOf(settings);
  return (
    <section class="settings-code">
      <header>
        <h3>Code for these choices</h3>
        <span role="status" class="told">
          {message}
        </span>
        <button type="button" class="small-button" onClick={() => copy(code)}>
          Copy
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </section>
  );
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
