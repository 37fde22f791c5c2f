import {
  directionOf,
  isLanguage,
  isTextKey,
  type Language,
  type TextKey,
  textIn,
} from '../texts/page-texts.ts';

const yearInSeconds = 31_536_000;

/** The page's language. The backend sets it at first: the shopper's choice, or the browser's. */
export function language(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

export const text = (key: TextKey, values?: Record<string, string>) => textIn(language(), key, values);

/** For numbers with the digits 0 to 9, which the wallet's fields take. */
export const numberLocale = () => `${language()}-u-nu-latn`;

/** Calls `speak` whenever the shopper chooses another language, in the menu of the header. */
export function onLanguage(speak: () => void): void {
  document.getElementById('language')?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement && isLanguage(target.value))) return;
    chooseLanguage(target.value);
    speak();
  });
}

/** Changes what the backend wrote into this page, and sets the cookie for the backend and later pages. */
function chooseLanguage(chosen: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `language=${chosen}; path=/; max-age=${yearInSeconds}; SameSite=Lax`;
  document.documentElement.lang = chosen;
  document.documentElement.dir = directionOf(chosen);
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const key = element.dataset['text'] ?? '';
    if (isTextKey(key)) element.textContent = text(key);
  }
}
