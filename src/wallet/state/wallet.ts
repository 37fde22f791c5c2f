import { computed, createModel, signal } from '@preact/signals';
import type { Appearance } from '../../contract/forms/appearance.ts';
import type { InitArguments, PaymentDetails, View } from '../../contract/forms/settings.ts';
import type { Theme } from '../../contract/frame/frame-boot.ts';
import { isThreeDsFlow } from './threeds-flow.ts';

export type WalletStatus =
  /** The page has not spoken yet: the card form stands and can be filled. */
  { readonly name: 'starting' } | { readonly name: 'ready'; readonly settings: InitArguments['settings'] };

/** What it looks like until the page has spoken. */
export type FirstLook = {
  readonly view: View;
  readonly theme: Theme;
  /** The page's. */
  readonly page: Theme;
  readonly labels: NonNullable<Appearance['labels']>;
};

/** What the page asked the wallet to be. */
export const Wallet = createModel((hints: FirstLook) => {
  const status = signal<WalletStatus>({ name: 'starting' });
  const isLost = signal(false);
  const page = signal(hints.page);
  const details = signal<PaymentDetails | undefined>(undefined);
  const settings = computed(() => (status.value.name === 'ready' ? status.value.settings : undefined));
  const change = (changed: Partial<InitArguments['settings']>) => {
    const now = settings.peek();
    if (now) status.value = { name: 'ready', settings: { ...now, ...changed } };
  };
  return {
    status,
    /** Whether what talks to the page, or what encrypts, could not be loaded; all else stays as it is. */
    isLost,
    /** The page's theme. */
    page,
    /** Undefined until the page has given some: MANAGE needs none. */
    details,
    /** Whether what is handed over needs security code and fingerprint. */
    isThreeDsFlow: computed(() => isThreeDsFlow(details.value)),
    view: computed((): View => settings.value?.view ?? hints.view),
    /** Whether the focus goes on after a whole card number. */
    autoAdvance: computed(() => settings.value?.auto_advance ?? true),
    variables: computed(() => settings.value?.appearance?.variables ?? {}),
    labels: computed(() => (settings.value ? (settings.value.appearance?.labels ?? 'above') : hints.labels)),
    /** Unless told, as the page is: a dark form on a page that knows no dark would be a hole in it. */
    theme: computed(() => {
      if (!settings.value) return hints.theme;
      const asked = settings.value.appearance?.theme ?? 'auto';
      return asked === 'auto' ? page.value : asked;
    }),
    setLost(lost: boolean) {
      isLost.value = lost;
    },
    start(given: InitArguments) {
      status.value = { name: 'ready', settings: given.settings };
      details.value = given.payment_details;
    },
    setDetails(given: PaymentDetails) {
      details.value = given;
    },
    setView: (view: View) => change({ view }),
    setAppearance(appearance: Appearance, onPage: Theme) {
      page.value = onPage;
      change({ appearance });
    },
  };
});
export type Wallet = InstanceType<typeof Wallet>;
