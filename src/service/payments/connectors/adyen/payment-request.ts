import type { CardBrand } from '../../../../contract/cards/card-brands.ts';
import type { AuthenticationWish, StartQuestion } from '../../../base/processor/acquirer-question.ts';

/** Networks in the vendor's words, for the shopper's choice on a card of two. */
const BRANDS: Readonly<Record<CardBrand, string>> = {
  VI: 'visa',
  MC: 'mc',
  AX: 'amex',
  DS: 'discover',
  DC: 'diners',
  JB: 'jcb',
  CU: 'cup',
  TO: 'maestro',
  TR: 'troy',
};

const INTERACTIONS: Readonly<Record<StartQuestion['interaction'], string>> = {
  ecommerce: 'Ecommerce',
  stored: 'ContAuth',
  moto: 'Moto',
};

/** The body of `POST /payments`: a `PaymentRequest` of the vendor's document. `returnUrl`: where the question has none. */
export function paymentRequest(question: StartQuestion, returnUrl: string): object {
  const { kind, reference, merchantAccount, amount, currency, interaction, shopper } = question;
  return withoutGaps({
    merchantAccount,
    reference,
    merchantOrderReference: question.merchantReference,
    amount: { currency, value: amount },
    paymentMethod: cardOf(question),
    channel: 'Web',
    shopperInteraction: INTERACTIONS[interaction],
    recurringProcessingModel: recurringModelOf(question),
    shopperReference: shopper.reference,
    shopperIP: shopper.ip,
    shopperLocale: localeOf(shopper.locale),
    ...authenticationOf(question.authentication, returnUrl),
    // Each as the document has it: a text beside a number.
    ...(kind === 'authorise' ? { additionalData: { manualCapture: 'true' } } : { captureDelayHours: 0 }),
  });
}

function cardOf({ card, storedCredential }: StartQuestion): object {
  const { number, expMonth, expYear, securityCode, holder, network } = card;
  return withoutGaps({
    type: 'scheme',
    number,
    expiryMonth: String(expMonth).padStart(2, '0'),
    expiryYear: String(expYear),
    cvc: securityCode,
    holderName: holder,
    brand: network !== undefined && isBrand(network) ? BRANDS[network] : undefined,
    networkPaymentReference: storedCredential?.isFirst ? undefined : storedCredential?.networkTransactionId,
  });
}

function isBrand(network: string): network is CardBrand {
  return Object.hasOwn(BRANDS, network);
}

/** Who begins the payments with a card on file; the vendor keeps no card for us. */
function recurringModelOf({ storedCredential }: StartQuestion): string | undefined {
  if (storedCredential === undefined) return undefined;
  return storedCredential.by === 'merchant' ? 'UnscheduledCardOnFile' : 'CardOnFile';
}

function authenticationOf(wish: AuthenticationWish, returnUrl: string): object {
  switch (wish.kind) {
    case 'none':
      return { returnUrl, authenticationData: { attemptAuthentication: 'never' } };
    case 'wanted':
      return {
        returnUrl: wish.returnUrl,
        browserInfo: wish.browser,
        authenticationData: {
          attemptAuthentication: 'always',
          // The box of ours leads to the bank by an address.
          threeDSRequestData: { nativeThreeDS: 'disabled' },
        },
      };
    case 'done': {
      const { transStatus, version, eci, cavv, dsTransactionId } = wish.result;
      const mpiData = {
        directoryResponse: transStatus,
        threeDSVersion: version,
        eci,
        cavv,
        dsTransID: dsTransactionId,
      };
      const authenticationData = { attemptAuthentication: 'never' };
      return { returnUrl, mpiData: withoutGaps(mpiData), authenticationData };
    }
  }
}

/** Without a script, as `nl-NL` in the vendor's document; undefined for a language without a country. */
function localeOf(tag: string | undefined): string | undefined {
  const [, language, country] = /^([a-z]{2})-(?:[A-Z][a-z]{3}-)?([A-Z]{2})$/.exec(tag ?? '') ?? [];
  return language === undefined ? undefined : `${language}-${country}`;
}

/** Without the members that have no value. */
function withoutGaps(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
