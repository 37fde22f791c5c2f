import type { TargetedEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import {
  baskets,
  type DrawerChoice,
  locales,
  methods,
  modes,
  places,
  shoppers,
  themes,
} from '../settings/choices.ts';
import type { DrawerSettings } from '../settings/drawer-settings.ts';
import { choose, chosen } from './choices.ts';
import { Radios } from './Radios.tsx';
import { Scenarios } from './Scenarios.tsx';
import { SettingsCode } from './SettingsCode.tsx';
import { currentOrderId, shop } from './shop-api.ts';
import { Timeline } from './Timeline.tsx';
import { testCards } from './test-cards.ts';
import { useCopy } from './use-copy.ts';
import { useMedia } from './use-media.ts';

/** The same shop twice, and a page for developers. */
const pages = [
  ['/', 'Script tag'],
  ['/spa/', 'Single-page app'],
  ['/appearance', 'Appearance'],
] as const;

type Props = {
  readonly settings: DrawerSettings;
  /** After a choice that the page follows as it is. */
  readonly onChange: () => void;
  /** After a choice that needs another wallet. */
  readonly onReopen: () => void;
};

/** The developer's drawer, which is no part of the shop and the same in both of its forms. */
export function Drawer({ settings, onChange, onReopen }: Props) {
  const at = pages.map(([href]) => href).findLast((href) => location.pathname.startsWith(href));
  const isWide = useMedia('(width >= 64rem)');
  useLayoutEffect(() => {
    // The shop takes the wallet's theme: its colours are pairs of light and dark.
    document.documentElement.dataset['theme'] = settings.theme;
  }, [settings.theme]);
  return (
    <details open={isWide} onToggle={isWide ? undefined : showWhenOpen}>
      <summary>
        <h2>Sandbox</h2>
        <span>Test cards only</span>
      </summary>
      <nav aria-label="Integration" class="segments">
        {pages.map(([href, title]) => (
          <a key={href} href={href} aria-current={href === at ? 'true' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Scenarios />
      {radios(shoppers, onReopen)}
      {radios(baskets, () => location.reload())}
      {settings.mode && radios(modes, onChange)}
      {radios(methods, onReopen)}
      {radios(places, onReopen)}
      {at !== '/appearance' && languageMenu(onChange)}
      {at !== '/appearance' && radios(themes, onChange)}
      <SettingsCode settings={settings} />
      <Timeline />
      <CardList />
      <ServiceLinks />
    </details>
  );
}

/** On phones the drawer is below the page, where nobody would see it open. */
function showWhenOpen({ currentTarget }: TargetedEvent<HTMLDetailsElement>) {
  if (currentTarget.open) currentTarget.scrollIntoView();
}

function radios<Value extends string>(choice: DrawerChoice<Value>, onChange: () => void) {
  const onChoose = (value: Value) => {
    choose(choice.name, value);
    onChange();
  };
  return <Radios class="segments" choice={choice} chosen={chosen(choice)} onChoose={onChoose} />;
}

function languageMenu(onChange: () => void) {
  const { name, legend, options, note } = locales;
  const current = chosen(locales);
  const change = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    choose(name, currentTarget.value);
    onChange();
  };
  return (
    <div>
      <label class="menu">
        <span>{legend}</span>
        <select name={name} onChange={change}>
          {options.map(([value, text]) => (
            <option key={value} value={value} selected={value === current}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <p class="note">{note}</p>
    </div>
  );
}

function CardList() {
  const { copied, message, copy } = useCopy();
  return (
    <section class="cards">
      <h3>Test cards</h3>
      <p>Press one to copy it. Any later date and any code go with it.</p>
      {testCards.map(({ title, cards }) => (
        <>
          <h4>{title}</h4>
          <ul>
            {cards.map(([number, meaning]) => (
              <li key={number}>
                <button
                  type="button"
                  data-copied={number === copied || undefined}
                  onClick={() => copy(number)}
                >
                  <code>{number}</code>
                  <span>{meaning}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ))}
      <p role="status" class="visually-hidden">
        {message} {copied}
      </p>
    </section>
  );
}

/** Links to the service's documentation and inspector. */
function ServiceLinks() {
  const { baseUrl, inspectorUrl } = shop();
  const link = { target: '_blank', rel: 'noopener' };
  // Its address holds no token: an open tab of the inspector hands it on, or else the inspector asks for it. The order may
  // have changed since the link was drawn.
  const point = ({ currentTarget }: TargetedEvent<HTMLAnchorElement>) => {
    const order = currentOrderId();
    currentTarget.hash = order ? `#/payments?${new URLSearchParams({ search: order })}` : '';
  };
  return (
    <nav aria-label="Service" class="service-links">
      <a href={`${baseUrl}/docs`} {...link}>
        API
      </a>
      <a href={`${baseUrl}/docs/test-cards`} {...link}>
        All that the sandbox answers by
      </a>
      {inspectorUrl && (
        <a href={inspectorUrl} {...link} onPointerEnter={point} onFocus={point} onClick={point}>
          This order in the inspector
        </a>
      )}
    </nav>
  );
}
