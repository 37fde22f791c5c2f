import { originOfModule } from './base/base-url.ts';
import type { Sdk } from './base/public-types.ts';
import { sdkError } from './base/sdk-error.ts';
import { createSdkOn } from './create-sdk.ts';
import { attachDialogs } from './dialogs/attach-dialogs.ts';
import { shieldDialogs } from './dialogs/shield.ts';

if (typeof document === 'object') shieldDialogs();

/** The wallet for a merchant's page; importing it on a server does nothing. Spec: Endpoints 6. */
export const sdk: Sdk = createHere(typeof window === 'object');

/**
 * Another SDK beside `sdk`, with a session, a wallet and handlers of its own: one for each wallet of a page. Its events come to
 * `wallet.on` alone, as on `window` nobody could tell whose they are. Spec: Endpoints 6. Chosen: that there is one.
 */
export const createSdk = (): Sdk => createHere(false);

function createHere(onWindow: boolean): Sdk {
  const created = createSdkOn({
    scriptOrigin: originOfModule(import.meta.url),
    onWindow,
    loadDialogs: async () => attachDialogs,
  });
  return typeof document === 'object' ? created : onServer(created);
}

/** On a server nothing is begun, and a refusal that nobody catches must not end the process. */
function onServer({ wallet, ...others }: Sdk): Sdk {
  const refuse = () => {
    const refused = Promise.reject(sdkError('not_in_browser', 'sdk: found no document, wanted a browser'));
    refused.catch(() => {});
    return refused;
  };
  return {
    ...others,
    auth: { connect: refuse },
    wallet: {
      ...wallet,
      init: refuse,
      getPaymentMethod: refuse,
      makeInstantPayment: refuse,
      setPaymentDetails: refuse,
      setAcceptedCreditCards: refuse,
      setView: refuse,
      setLocale: refuse,
      setAppearance: refuse,
    },
  };
}

export type { PaymentMethod } from '../contract/billing/payment-method.ts';
export type { IssuerCode } from '../contract/cards/method-codes.ts';
export type { ErrorData, SdkErrorCode } from '../contract/errors/errors.ts';
export type { Appearance, AppearanceVariables } from '../contract/forms/appearance.ts';
export type { Color, Length } from '../contract/forms/css-values.ts';
export type { Locale } from '../contract/forms/locale.ts';
export type { Provider } from '../contract/forms/provider-names.ts';
export type {
  AcceptedCardName,
  ConnectOptions,
  PaymentDetails,
  RefreshTokenAnswer,
  RefreshTokenSource,
  View,
} from '../contract/forms/settings.ts';
export type { MaskedPaymentMethod, WalletEventName, WalletEvents } from '../contract/frame/events.ts';
export type { ChallengeEnd, ChallengeMoved } from '../contract/frame/session-events.ts';
export type {
  ManageSettings,
  ScriptSdk,
  Sdk,
  WalletEventHandler,
  WalletSettings,
} from './base/public-types.ts';
export { SdkError } from './base/sdk-error.ts';
