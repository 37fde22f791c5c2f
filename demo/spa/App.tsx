import { languageNames, languages } from '../texts/texts.ts';
import { chooseLanguage, language, text } from '../ui/language.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import type { Shopper } from '../ui/shop-api.ts';
import { Link } from './Link.tsx';
import { usePath } from './path.ts';
import { Route } from './Route.tsx';

const links = [
  ['/spa/cart', 'nav.cart'],
  ['/spa/', 'nav.checkout'],
  ['/spa/cards', 'nav.cards'],
] as const;

/** Drawn anew as a whole when the shopper changes, or chooses another language. */
export function App({ sandbox, shopper }: { sandbox: Sandbox; shopper: Shopper }) {
  const path = usePath();
  return (
    <>
      <a class="skip" href="#main">
        {text('nav.skip')}
      </a>
      <header class="top">
        <Link class="brand" href="/spa/">
          Morrow Coffee
        </Link>
        <nav>
          {links.map(([href, title]) => (
            <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
              {text(title)}
            </Link>
          ))}
          <a href="/orders">{text('nav.orders')}</a>
        </nav>
        <div class="language">
          <LanguageMenu />
        </div>
      </header>
      <Route path={path} sandbox={sandbox} shopper={shopper} />
    </>
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
