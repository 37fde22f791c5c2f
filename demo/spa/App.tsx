import type { Sandbox } from '../ui/sandbox.ts';
import type { Shopper } from '../ui/shop-api.ts';
import { Link } from './Link.tsx';
import { usePath } from './path.ts';
import { Route } from './Route.tsx';

const links = [
  ['/spa/cart', 'Cart'],
  ['/spa/', 'Checkout'],
  ['/spa/cards', 'Your cards'],
] as const;

export function App({ sandbox, shopper }: { sandbox: Sandbox; shopper: Shopper }) {
  const path = usePath();
  return (
    <>
      <header class="top">
        <Link class="brand" href="/spa/">
          Morrow Coffee
        </Link>
        <nav aria-label="Shop">
          {links.map(([href, title]) => (
            <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
              {title}
            </Link>
          ))}
          <a href="/orders">Your orders</a>
        </nav>
      </header>
      <Route path={path} sandbox={sandbox} shopper={shopper} />
    </>
  );
}
