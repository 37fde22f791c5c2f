import { computed, createModel, signal } from '@preact/signals';
import type { Appearance } from '../../contract/forms/appearance.ts';
import type { InitArguments, PaymentDetails, View } from '../../contract/forms/settings.ts';
import { themeOf } from '../../contract/frame/frame-address.ts';
import type { Theme } from '../../contract/frame/frame-boot.ts';

export type WalletStatus =
  /** Before `init`: the card form is shown and can be filled. */
  { readonly name: 'starting' } | { readonly name: 'ready'; readonly settings: InitArguments['settings'] };

/** How the wallet looks before `init`. */
export type FirstPaint = {
  readonly view: View;
  readonly theme: Theme;
  /** A `PageTheme`; any other text goes for `auto`. */
  readonly pageTheme: string;
  readonly labels: NonNullable<Appearance['labels']>;
};

/** The page's settings for the wallet. */
export const Wallet = createModel((firstPaint: FirstPaint) => {
  const status = signal<WalletStatus>({ name: 'starting' });
  const failedToLoad = signal(false);
  const pageTheme = signal(firstPaint.pageTheme);
  const details = signal<PaymentDetails | undefined>(undefined);
  const settings = computed(() => (status.value.name === 'ready' ? status.value.settings : undefined));
  const change = (changes: Partial<InitArguments['settings']>) => {
    const now = settings.peek();
    if (now) status.value = { name: 'ready', settings: { ...now, ...changes } };
  };
  return {
    status,
    /** Whether the code of the page connection or of the encryption failed to load. */
    failedToLoad,
    pageTheme,
    /** Undefined until the page sets them; MANAGE needs none. */
    details,
    /** Whether a payment method needs security code and fingerprint. */
    isThreeDsFlow: computed(() => isThreeDsFlow(details.value)),
    view: computed((): View => settings.value?.view ?? firstPaint.view),
    /** Whether the focus goes on after a whole card number. */
    autoAdvance: computed(() => settings.value?.auto_advance ?? true),
    variables: computed(() => settings.value?.appearance?.variables ?? {}),
    labels: computed(() =>
      settings.value ? (settings.value.appearance?.labels ?? 'above') : firstPaint.labels,
    ),
    /** By default that of the page, where text of this theme is readable. */
    theme: computed(() => {
      if (!settings.value) return firstPaint.theme;
      const requested = settings.value.appearance?.theme ?? 'auto';
      return requested === 'auto' ? themeOf(pageTheme.value) : requested;
    }),
    setFailedToLoad(failed: boolean) {
      failedToLoad.value = failed;
    },
    start(initArguments: InitArguments) {
      status.value = { name: 'ready', settings: initArguments.settings };
      details.value = initArguments.payment_details;
    },
    setDetails(newDetails: PaymentDetails) {
      details.value = newDetails;
    },
    setView: (view: View) => change({ view }),
    setAppearance: (appearance: Appearance) => change({ appearance }),
    setPage(theme: string) {
      pageTheme.value = theme;
    },
  };
});
export type Wallet = InstanceType<typeof Wallet>;

/** In the sandbox the client takes the 3DS flow for 10 pounds alone. Spec: Endpoints 4, rule 3. Rule: threeds/when. */
export function isThreeDsFlow(details: PaymentDetails | undefined): boolean {
  return details?.currency === 'GBP' && /^10(\.0+)?$/.test(details.amount);
}
