import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, type Route } from '../state/route.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

const groups = [
  [
    ['overview', 'Overview'],
    ['payments', 'Payments'],
    ['callbacks', 'Callbacks'],
    ['undecided', 'Undecided'],
    ['reconciliation', 'Reconciliation'],
    ['page-guard', 'Page guard'],
    ['requests', 'Requests'],
    ['sessions', 'Sessions and users'],
  ],
  [
    ['clock', 'Clock'],
    ['faults', 'Faults'],
    ['accounts', 'Accounts'],
    ['audit', 'Audit'],
    ['reset', 'Reset'],
  ],
] as const;

type Props = { readonly route: Route; readonly children: ComponentChildren };

/** Navigation and main element around each page. */
export function Layout({ route, children }: Props) {
  const { page } = route.place.value;
  const nav = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  useFocusFallback(main);
  // On a phone the navigation is one line, wider than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page]);
  const query = { account: route.account.value };
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <header class="side">
        <div class="side-stays">
          <a class="brand" href={addressOf('overview')}>
            <span class="brand-mark-own" aria-hidden="true" />
            Inspector
            <span class="brand-kind">Sandbox</span>
          </a>
          <nav ref={nav} class="pages" aria-label="Pages">
            {groups.map((group) => (
              <ul key={group[0][0]}>
                {group.map(([name, title]) => (
                  <li key={name}>
                    <a href={addressOf(name, { query })} aria-current={page === name ? 'page' : undefined}>
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            ))}
          </nav>
        </div>
      </header>
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
