import type { ServiceContext } from '../context/context.ts';
import type { CardRow } from '../tables/cards.ts';
import type { CardExpiry } from './card-expiry.ts';
import { openCardNumber } from './card-number.ts';

type OpenCard = CardExpiry & { readonly number: string };

/** What the processor needs of a card; undefined once its number was erased. */
export function openCard({ masterKey }: ServiceContext, card: CardRow): OpenCard | undefined {
  const { id, accountId, numberCiphertext, wrappedKey, expMonth, expYear } = card;
  if (numberCiphertext === null || wrappedKey === null) return undefined;
  const number = openCardNumber(masterKey, { id, accountId }, { numberCiphertext, wrappedKey });
  return { number, expMonth, expYear };
}
