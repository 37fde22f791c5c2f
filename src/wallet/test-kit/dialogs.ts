import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import type { Texts } from '../i18n/translate.ts';
import { createDialogStack } from '../service-client/dialogs/dialog-stack.ts';
import type { FocusKeeper } from '../service-client/dialogs/focus-keeper.ts';
import { Locale } from '../state/locale.ts';
import { Wallet } from '../state/wallet.ts';

type DialogsOptions = {
  readonly page: Pick<FrameToPage, 'drawDialog' | 'closeDialog'>;
  /** Default: does nothing. */
  readonly focus?: FocusKeeper;
  /** English. */
  readonly texts: Texts;
  /** German texts, which `locale` can show; English where they are missing. */
  readonly german?: Partial<Texts>;
};

const noFocus: FocusKeeper = { keep: () => {}, giveBack: () => {} };

/** The dialogs of a wallet in English, for tests. */
export function createDialogs({ page, focus = noFocus, texts, german = {} }: DialogsOptions) {
  const wallet = new Wallet({ view: 'CHECKOUT', theme: 'light', pageTheme: 'light', labels: 'above' });
  const settings = { merchant_id: 7, view: 'CHECKOUT', locale: 'en' } as const;
  wallet.start({ settings, payment_details: { currency: 'GBP', amount: '10.00' } });
  const load = async () => ({ tag: 'de', texts: { ...texts, ...german } });
  const locale = new Locale({ tag: 'en', texts, load });
  return { wallet, locale, dialogs: createDialogStack({ wallet, locale, page, focus }) };
}
