import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Appearance } from '../../contract/forms/appearance.ts';
import type { AcceptedCardName, PaymentDetails, View } from '../../contract/forms/settings.ts';
import { closestLocale } from '../../contract/frame/closest-locale.ts';
import type { FrameBoot } from '../../contract/frame/frame-boot.ts';
import type { WalletSession } from '../../contract/frame/wallet-api.ts';
import { offlineError } from '../errors/service-errors.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { Models } from '../models/models.ts';
import { checkAppearance } from './check-appearance.ts';

type Locales = {
  /** Of all locales of the build. */
  readonly localeTags: readonly string[];
};

/** Setters of the running wallet. The models keep what the shopper has typed. */
export function createSetters(
  {
    wallet,
    locale,
    form,
    checkout,
    session,
  }: Pick<Models, 'wallet' | 'locale' | 'form' | 'checkout' | 'session'>,
  { localeTags }: Locales,
) {
  return {
    setPaymentDetails: (details: PaymentDetails) => wallet.setDetails(details),
    setAcceptedCreditCards(names: readonly AcceptedCardName[]) {
      const refusedNames = checkout.keepChoice(() => form.accept(names));
      if (refusedNames.length > 0) {
        throw refusal(
          'names',
          `setAcceptedCreditCards: found ${refusedNames.join(', ')}, which the business does not accept`,
        );
      }
    },
    setView(view: View) {
      if (view === 'CHECKOUT' && !wallet.details.peek()) {
        throw refusal(
          'payment_details',
          'setView: found no payment details for CHECKOUT, call setPaymentDetails first',
        );
      }
      const status = session.status.peek();
      if (status.name !== 'awaited') refuseOtherView(status.session, view);
      wallet.setView(view);
    },
    async setLocale(language: string) {
      try {
        await locale.show(localeFor(language, localeTags));
      } catch (cause) {
        if (!navigator.onLine) throw offlineError(cause);
        const message = `setLocale: found no answer for the texts of "${language}"`;
        throw new WalletError({ code: 'service_unreachable', message }, { cause });
      }
    },
    setAppearance(appearance: Appearance, page: string) {
      checkAppearance(appearance, 'setAppearance');
      wallet.setPage(page);
      wallet.setAppearance(appearance);
    },
  };
}

/** The closest available locale, else English, with a warning on the console for the shop's developer. */
export function localeFor(wanted: string, available: readonly string[]): string {
  const found = closestLocale(wanted, available);
  if (found) return found;
  // biome-ignore lint/suspicious/noConsole: only the shop's developer can act on it.
  console.warn(`wallet: no texts for locale "${wanted}", showing English`);
  return 'en';
}

/** Throws for a token of another view, which the service would refuse at each call. */
export function refuseOtherView({ view: tokenView }: WalletSession, view: View) {
  if (tokenView && tokenView !== view) {
    throw refusal('view', `wallet: found a refresh token not made for ${view}`, 'view_not_allowed');
  }
}

/** Throws for a token of another merchant, which the service would refuse at each call that names the merchant. */
export function refuseOtherMerchant(
  { merchant_id: tokenMerchant }: WalletSession,
  { merchantId, ownOnly }: Pick<FrameBoot, 'merchantId' | 'ownOnly'>,
) {
  if (tokenMerchant ? tokenMerchant !== merchantId : ownOnly) {
    const message = `wallet: found a refresh token not made for ${merchantId}`;
    throw refusal('merchant_id', message, 'merchant_not_allowed');
  }
}

function refusal(param: string, message: string, code: ErrorData['code'] = 'invalid_argument'): WalletError {
  return new WalletError({ code, message, param });
}
