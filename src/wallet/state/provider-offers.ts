import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';
import { providers } from '../../contract/billing/providers.ts';
import type { ProviderCode } from '../../contract/cards/method-codes.ts';
import type { Provider } from '../../contract/forms/provider-names.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { WalletStatus } from './wallet.ts';

type Dependencies = {
  /** What the merchant takes. */
  readonly offers: readonly Offer[];
  readonly wallet: ReadonlySignal<WalletStatus>;
  canPay(method: Provider): boolean;
  /** Names the methods that the page wants as buttons, with commas between them; default none. */
  readonly express?: string;
};

/** The providers' methods that the shopper can pay with here. */
export const ProviderOffers = createModel(({ offers, wallet, canPay, express = '' }: Dependencies) => {
  const usableOffers = offers.filter(({ method }) => canPay(method));
  const wanted = express.split(',');
  const buttons = computed(() => usableOffers.filter(({ method }) => wanted.includes(method)));
  const isRow = (offer: Offer) => !buttons.value.includes(offer);
  const keepsMethod = signal(false);
  const list = computed((): readonly Offer[] => {
    const now = wallet.value;
    if (now.name !== 'ready') return usableOffers.filter(isRow);
    const { sandbox_available: sandboxMethods = [], method_order: order = [] } = now.settings;
    const wholeOrder = [...order, ...offers.map(({ method }) => method)];
    return offers
      .filter((offer) => usableOffers.includes(offer) || sandboxMethods.includes(offer.method))
      .filter(isRow)
      .sort((one, other) => wholeOrder.indexOf(one.method) - wholeOrder.indexOf(other.method));
  });
  return {
    /** Buttons above the rows. Fixed before the first paint; a method that becomes known later is a row. */
    buttons,
    /** The rows. Before `init`: what this device can pay with. */
    list,
    /** Whether the shopper wants a provider's method kept. */
    keepsMethod,
    /** Whether the merchant takes what this provider holds of the shopper's. */
    takes: (code: ProviderCode) => offers.some(({ method }) => providers[method].code === code),
    has: (method: Provider) => list.value.some((offer) => offer.method === method),
    keepMethod(keeps: boolean) {
      keepsMethod.value = keeps;
    },
  };
});
export type ProviderOffers = InstanceType<typeof ProviderOffers>;

/** Of a merchant who takes nothing of providers. */
export const noOffers = () =>
  new ProviderOffers({ offers: [], wallet: signal({ name: 'starting' as const }), canPay: () => false });
