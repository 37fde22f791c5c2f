import type { OwnedCard } from '../../tables/cards.ts';
import type { Core } from '../runtime/core.ts';
import { openCardNumber } from './card-number.ts';
import { isIntactCard } from './intact-rows.ts';

type OpenCard = Pick<OwnedCard, 'expMonth' | 'expYear'> & {
  readonly number: string;
  /** As it was entered; undefined where the merchant asks for none. */
  readonly holder: string | undefined;
};

/** What the processor needs of a card; undefined once its number was erased, and where the row was changed. */
export function openCard(core: Core, card: OwnedCard): OpenCard | undefined {
  const { numberCiphertext, wrappedKey, expMonth, expYear } = card;
  if (numberCiphertext === null || wrappedKey === null || !isIntactCard(core, card)) return undefined;
  const number = openCardNumber(core.masterKey, card, { numberCiphertext, wrappedKey });
  return { number, expMonth, expYear, holder: card.holderName || undefined };
}
