import { LocationProvider, useLocation } from 'preact-iso/router';
import { languageNames, languages } from '../texts/texts.ts';
import { chooseLanguage, language, text } from '../ui/language.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import type { Shopper } from '../ui/shop-api.ts';
import { Views } from './Views.tsx';

const links = [
  ['/spa/cart', 'nav.cart'],
  ['/spa/', 'nav.checkout'],
  ['/spa/cards', 'nav.cards'],
] as const;

/** The shop's other pages, and its service, are loaded. */
const ownAddresses = /^\/spa(?:\/|$)/;

/** Drawn anew as a whole when the shopper changes, or chooses another language. */
export function App({ sandbox, shopper }: { sandbox: Sandbox; shopper: Shopper }) {
  return (
    <LocationProvider scope={ownAddresses}>
      <a class="skip" href="#main">
        {text('nav.skip')}
      </a>
      <Top />
      <Views sandbox={sandbox} shopper={shopper} />
    </LocationProvider>
  );
}

function Top() {
  const { path } = useLocation();
  const isHere = (href: string) => path === href.replace(/\/$/, '');
  return (
    <header class="top">
      <a class="brand" href="/spa/">
        Morrow Coffee
      </a>
      <nav>
        {links.map(([href, title]) => (
          <a key={href} href={href} aria-current={isHere(href) ? 'page' : undefined}>
            {text(title)}
          </a>
        ))}
        <a href="/orders">{text('nav.orders')}</a>
      </nav>
      <div class="language">
        <LanguageMenu />
      </div>
    </header>
  );
}

function LanguageMenu() {
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
