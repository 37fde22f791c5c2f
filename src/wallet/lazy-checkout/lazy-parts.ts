import { SavedCardCodeField } from './SavedCardCodeField.tsx';
import { SavedCardRows } from './SavedCardRows.tsx';
import { CardsOffer } from './ShowSavedCards.tsx';
import styles from './styles.css?inline';
import { WaitingPayment } from './WaitingPayment.tsx';

/** What of the checkout shows only what the service has answered, or the shopper has typed: it comes with the line to the service. */
export type LazyParts = {
  readonly SavedCardRows: typeof SavedCardRows;
  readonly SavedCardCodeField: typeof SavedCardCodeField;
  readonly CardsOffer: typeof CardsOffer;
  readonly WaitingPayment: typeof WaitingPayment;
};

export function createLazyParts(): LazyParts {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  return { SavedCardRows, SavedCardCodeField, CardsOffer, WaitingPayment };
}
