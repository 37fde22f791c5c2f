import { languageNames, languages } from '../texts/page-texts.ts';
import { chooseLanguage, language, text } from '../ui/language.ts';

/** The shopper's choice of a language. */
export function LanguageMenu() {
  return (
    <select
      aria-label={text('language.label')}
      value={language()}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}
    >
      {languages.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {languageNames[tag]}
        </option>
      ))}
    </select>
  );
}
