import { CardsOffer } from './CardsOffer.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';
import { SavedCardCodeField } from './SavedCardCodeField.tsx';
import { SavedCardRows } from './SavedCardRows.tsx';
import styles from './styles.css?inline';
import { WaitingPayment } from './WaitingPayment.tsx';

/** What of the checkout no first paint shows: it comes behind the form, with the line to the page. */
export type LateParts = {
  readonly SavedCardRows: typeof SavedCardRows;
  readonly SavedCardCodeField: typeof SavedCardCodeField;
  readonly CardsOffer: typeof CardsOffer;
  readonly WaitingPayment: typeof WaitingPayment;
  readonly ProblemNotice: typeof ProblemNotice;
};

export function createLateParts(): LateParts {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  return { SavedCardRows, SavedCardCodeField, CardsOffer, WaitingPayment, ProblemNotice };
}
