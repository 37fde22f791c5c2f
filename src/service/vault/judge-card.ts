import type { MerchantSettings } from '../../contract/billing/merchant-settings.ts';
import { brandOf, defaultNetwork, networksOf } from '../../contract/cards/brand-detection.ts';
import { type CardBrand, cardBrands } from '../../contract/cards/card-brands.ts';
import { expiryStatus } from '../../contract/cards/card-expiry.ts';
import { isSecurityCode, passesCheckDigit } from '../../contract/cards/card-number.ts';
import type { DeclineCode } from '../../contract/errors/errors.ts';
import type { CardPlaintext } from '../../contract/frame/wallet-api.ts';
import { looksLikeCardNumber } from '../base/card-numbers.ts';
import type { Processor } from '../base/processor/processor.ts';
import { ServiceError } from '../base/service-error.ts';
import { takesAnyNumber } from '../shoppers/accounts/takes-any-number.ts';

type Judgment = {
  readonly settings: Pick<
    MerchantSettings,
    'acceptedBrands' | 'preferredBrands' | 'allowAnyPan' | 'processor'
  >;
  /** The network the shopper chose, where the number leaves a choice. */
  readonly chosenBrand: CardBrand | undefined;
  readonly processor: Pick<Processor, 'isTestNumber'>;
  readonly now: Date;
};

/** Judges a card as the frame should have, and returns the brand it is paid with. No message ever repeats what was entered. */
export function judgeCard(card: CardPlaintext, judgment: Judgment): CardBrand {
  const { settings, chosenBrand, now } = judgment;
  const acceptedBrands = settings.acceptedBrands;
  const brand = judgeNumber(card.number, judgment);
  if (!acceptedBrands.includes(brand)) {
    throw new ServiceError(
      'card_brand_not_accepted',
      `Cannot add the card: it is ${cardBrands[brand].name}, expected one of ${acceptedBrands.join(', ')}`,
    );
  }
  judgeExpiry(card, now);
  if (!isSecurityCode(card.securityCode, brand)) {
    throw declined(
      'incorrect_cvc',
      `its security code does not have the length of ${cardBrands[brand].name}`,
    );
  }
  judgeName(card.holderName);
  return judgeNetwork(card.number, { settings, chosenBrand }) ?? brand;
}

/** Chooses among the number's networks that the merchant accepts. */
function judgeNetwork(number: string, { settings, chosenBrand }: Pick<Judgment, 'settings' | 'chosenBrand'>) {
  const networks = networksOf(number, settings.acceptedBrands);
  if (chosenBrand === undefined) return defaultNetwork(networks, settings.preferredBrands);
  if (networks.includes(chosenBrand)) return chosenBrand;
  throw new ServiceError(
    'parameter_conflict',
    `Cannot add the card: its brand is to be ${chosenBrand}, expected ${networks.join(' or ')}`,
    { param: 'brand' },
  );
}

export function judgeExpiry({ expMonth, expYear }: Pick<CardPlaintext, 'expMonth' | 'expYear'>, now: Date) {
  const expiry = expiryStatus({ month: Number(expMonth), year: Number(expYear) }, now.getTime());
  if (expiry === 'past') throw declined('expired_card', 'its month has passed');
  if (expiry === 'too_far') throw invalid('its expiry is more than 19 years ahead');
}

/** A card number entered as the name would be stored in clear. */
function judgeName(name: string) {
  if (/[\p{Cc}\p{Cs}]/u.test(name)) throw invalid('its holder name has control characters');
  if (/^[\s-]*\d[\d\s-]*$/.test(name) || looksLikeCardNumber(name)) {
    throw invalid('its holder name is a number');
  }
}

/** Refuses a text that is no card number, and a number that could be a real card's. */
function judgeNumber(number: string, { settings, processor }: Judgment): CardBrand {
  const { acceptedBrands } = settings;
  const brand = brandOf(number, acceptedBrands);
  if (
    brand === null ||
    !cardBrands[brand].lengths.includes(number.length) ||
    !passesCheckDigit(number, brand)
  ) {
    throw declined('invalid_number', 'its number is not one of any brand');
  }
  if (!takesAnyNumber(settings) && !processor.isTestNumber(number)) {
    throw new ServiceError(
      'test_card_required',
      'Cannot add the card: not a test number, the sandbox takes no other',
    );
  }
  return brand;
}

function declined(declineCode: DeclineCode, found: string): ServiceError {
  return new ServiceError('card_declined', `Cannot add the card: ${found}`, { declineCode });
}

function invalid(found: string): ServiceError {
  return new ServiceError('parameter_invalid', `Cannot add the card: ${found}`, { param: 'card' });
}
