import type { ControlledProps } from '../controlled/controlled-wallet.ts';
import type { PaymentDetails, WalletSettings } from '../index.ts';

/** Attributes whose changes update the wallet. */
export const LIVE_ATTRIBUTES = [
  'amount',
  'currency',
  'return-url',
  'callback-url',
  'view',
  'locale',
  'theme',
] as const;

type ElementProperties = Pick<WalletSettings, 'appearance'> & Pick<PaymentDetails, 'metadata'>;

/** The element's attributes, and its properties that no attribute could hold. The wallet refuses what is wrong. */
export function propsOf(element: Element, { appearance, metadata }: ElementProperties): ControlledProps {
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
  return asControlledProps({ settings, payment_details: isToPay ? details : undefined });
}

/** The page wrote the attributes, in any spelling: not types but the wallet checks their values. */
function asControlledProps(props: {
  settings: object;
  payment_details: object | undefined;
}): ControlledProps {
  return props as ControlledProps;
}
