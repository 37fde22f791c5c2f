import type { ErrorData } from '../../contract/errors/errors.ts';
import type { FrameToPage, ProviderChoice } from '../../contract/frame/frame-calls.ts';
import type { Models } from '../models/models.ts';
import { openingMode } from '../state/opening-mode.ts';

type ChoiceModels = Pick<Models, 'wallet' | 'checkout'>;

/** Tells the page at each change what the chosen method needs of it. */
export function publishChoice(models: ChoiceModels, page: Pick<FrameToPage, 'choose'>): void {
  const { wallet, checkout } = models;
  const publish = () => page.choose(choiceOf(models));
  for (const signal of [wallet.view, wallet.details, checkout.paysWith]) signal.subscribe(publish);
}

function choiceOf(models: ChoiceModels): ProviderChoice {
  const { wallet, checkout } = models;
  const selection = checkout.paysWith.peek();
  if (wallet.view.peek() !== 'CHECKOUT') {
    return { use: null, refusal: refusal('view_not_checkout', 'the view "MANAGE", wanted "CHECKOUT"') };
  }
  if (selection.kind !== 'provider') return { use: null, refusal: refusalFor('a card') };
  const { use } = selection;
  const opens = openingMode(models);
  if (use === 'instant') {
    // The service would refuse it after a window had opened.
    if (Number(wallet.details.peek()?.amount) === 0) return { use: null, refusal: NOTHING_TO_PAY };
    return { use, opens };
  }
  return { use, opens, refusal: refusalFor('a method that getPaymentMethod hands over') };
}

const NOTHING_TO_PAY: ErrorData = {
  code: 'amount_too_small',
  message: 'makeInstantPayment: found zero, wanted an amount',
};

const refusalFor = (found: string) =>
  refusal('payment_method_not_selected', `${found} chosen, wanted an instant method`);

function refusal(code: 'view_not_checkout' | 'payment_method_not_selected', found: string): ErrorData {
  return { code, message: `makeInstantPayment: found ${found}` };
}
