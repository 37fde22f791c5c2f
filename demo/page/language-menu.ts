import { languageNames, languages } from '../texts/texts.ts';
import { element } from '../ui/element.ts';
import { chooseLanguage, language, onLanguage, text } from '../ui/language.ts';

/** The shopper's choice of a language. */
export function languageMenu(): HTMLElement {
  const options = languages.map((tag) => element('option', { value: tag, lang: tag }, languageNames[tag]));
  const select = element('select', { change: () => chooseLanguage(select.value) }, ...options);
  select.value = language();
  const name = () => select.setAttribute('aria-label', text('language.label'));
  name();
  onLanguage(name);
  return select;
}
