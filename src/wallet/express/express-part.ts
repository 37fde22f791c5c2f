import { ExpressButtons } from './ExpressButtons.tsx';
import styles from './styles.css?inline';

/** What the chunk for express buttons makes: it comes where a page asks for some and the device can pay with one. */
export type ExpressPart = { readonly ExpressButtons: typeof ExpressButtons };

export function createExpressPart(): ExpressPart {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  return { ExpressButtons };
}
