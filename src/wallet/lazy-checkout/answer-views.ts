import { SavedCardCodeField } from './SavedCardCodeField.tsx';
import { SavedCardRows, ShowSavedCards } from './SavedCardRows.tsx';
import styles from './styles.css?inline';
import { WaitingPayment } from './WaitingPayment.tsx';

/** Parts of the checkout that show only answers of the service; they are loaded with the service client. */
export type AnswerViews = {
  readonly SavedCardRows: typeof SavedCardRows;
  readonly SavedCardCodeField: typeof SavedCardCodeField;
  readonly ShowSavedCards: typeof ShowSavedCards;
  readonly WaitingPayment: typeof WaitingPayment;
};

export function createAnswerViews(): AnswerViews {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  return { SavedCardRows, SavedCardCodeField, ShowSavedCards, WaitingPayment };
}
