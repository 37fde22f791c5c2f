import type { Declaration } from '../controlled/controlled-wallet.ts';
import type { PaymentDetails, WalletSettings } from '../index.ts';

/** What the wallet that stands follows. */
export const LIVE_ATTRIBUTES = [
  'amount',
  'currency',
  'return-url',
  'callback-url',
  'view',
  'locale',
  'theme',
] as const;

type Beside = Pick<WalletSettings, 'appearance'> & Pick<PaymentDetails, 'metadata'>;

/** As the element says it: its attributes, and the properties that no attribute could hold. What is wrong, the wallet refuses. */
export function declarationOf(element: Element, { appearance, metadata }: Beside): Declaration {
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  const list = (name: string) =>
    text(name)
      ?.split(/[\s,]+/)
      .filter(Boolean);
  const theme = text('theme');
  const settings = {
    merchant_id: Number(text('merchant-id')),
    view: text('view') ?? 'CHECKOUT',
    locale: text('locale'),
    layout: text('layout'),
    express: list('express'),
    method_order: list('method-order'),
    sandbox_available: list('sandbox-available'),
    auto_advance: text('auto-advance') === 'false' ? false : undefined,
    appearance: theme ? { ...appearance, theme } : appearance,
  };
  const details = {
    currency: text('currency'),
    amount: text('amount'),
    return_url: text('return-url'),
    callback_url: text('callback-url'),
    metadata,
  };
  const isToPay = element.hasAttribute('amount') || settings.view === 'CHECKOUT';
  return asWritten({ settings, payment_details: isToPay ? details : undefined });
}

/** The page wrote it, in any spelling: types cannot hold attributes to their values, the wallet's own checks do. */
function asWritten(declared: { settings: object; payment_details: object | undefined }): Declaration {
  return declared as Declaration;
}
