import { ExpressButtons } from './ExpressButtons.tsx';
import styles from './styles.css?inline';

/** The chunk for express buttons, loaded if the page asks for some and the device can pay with one. */
export type ExpressPart = { readonly ExpressButtons: typeof ExpressButtons };

export function createExpressPart(): ExpressPart {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  return { ExpressButtons };
}
