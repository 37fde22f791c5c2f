import { issuerOf, providers, sourceOf } from '../../contract/billing/providers.ts';
import type { MethodCode } from '../../contract/cards/method-codes.ts';
import type { MaskedPaymentMethod } from '../../contract/frame/events.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import type { Selection } from './selection.ts';

/** A method as events show it. */
export const maskedMethod = (brand: MethodCode, last4: string): MaskedPaymentMethod => ({
  type: sourceOf(brand) === 'card' ? 'card' : 'alternative',
  name: issuerOf(brand).name,
  credit_type: brand,
  last_4_digits: last4,
});

type TypedForm = Pick<CardFormModel, 'isComplete' | 'network' | 'values'>;

function maskedFormCard({ isComplete, network, values }: TypedForm): MaskedPaymentMethod | null {
  const brand = network.value;
  return isComplete.value && brand ? maskedMethod(brand, values.number.value.slice(-4)) : null;
}

export function maskedOffer({ method, use }: Offer): MaskedPaymentMethod {
  const { name, code } = providers[method];
  return { type: use, name, credit_type: code, last_4_digits: '' };
}

type SelectionSources = { readonly form: TypedForm; readonly card: SavedCard | undefined };

/** The chosen method, if it can be used now. */
export function maskedSelection(
  selection: Selection,
  { form, card }: SelectionSources,
): MaskedPaymentMethod | null {
  if (selection.kind === 'new') return maskedFormCard(form);
  if (selection.kind === 'provider') return maskedOffer(selection);
  return card ? maskedMethod(card.brand, card.last4) : null;
}
