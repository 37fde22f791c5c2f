import { element } from './element.ts';
import { inspectorClock } from './inspector-link.ts';
import { tell } from './timeline.ts';

type Scenario = {
  readonly title: string;
  /** Of the drawer, by their names. */
  readonly choices: Readonly<Record<string, string>>;
  /** Copied, to be pasted into the wallet: no page reaches into its frame. */
  readonly card?: string;
  readonly next: () => string;
  /** Where the developer goes on, beside the shop. */
  readonly link?: () => HTMLElement[];
};

const GOOD = '4242 4242 4242 4242';
const REFUSED = '4000 0000 0000 9995';

const scenarios: readonly Scenario[] = [
  {
    title: 'Challenge',
    choices: { mode: 'SALE_3DS', basket: 'tasting', places: 'rows' },
    card: GOOD,
    next: () => `Pay with ${GOOD} (copied): the bank asks for a code, 1234.`,
  },
  {
    title: 'Decline',
    choices: { mode: 'SALE', basket: 'set', places: 'rows' },
    card: REFUSED,
    next: () => `Pay with ${REFUSED} (copied): it is refused, and the form stays filled.`,
  },
  {
    title: 'Expired saved card',
    choices: { mode: 'SALE', basket: 'set', places: 'rows', shopper: 'user' },
    card: GOOD,
    next: () =>
      `Pay with ${GOOD} (copied), expiry ${thisMonth()}, and save it. Then move the service’s clock by 32 days, and load this page again: the card is past its date.`,
    link: inspectorClock,
  },
  {
    title: 'Wallet alone on PayPal',
    choices: { places: 'paypal', basket: 'set' },
    next: () =>
      'Press PayPal in the wallet: its window opens in that click, and nothing else is to be filled in.',
  },
];

const storeKey = 'sandbox-scenario';

/** One click sets all that a scenario needs, and says what is left to do. */
export function scenarioButtons(): HTMLElement {
  const begun = scenarios.find(({ title }) => title === sessionStorage.getItem(storeKey));
  const next = element(
    'p',
    { role: 'status' },
    begun?.next() ?? 'One click sets the choices below.',
    ' ',
    ...(begun?.link?.() ?? []),
  );
  const buttons = scenarios.map((scenario) =>
    element(
      'button',
      { type: 'button', 'aria-pressed': String(scenario === begun), click: () => begin(scenario) },
      scenario.title,
    ),
  );
  return element(
    'section',
    { class: 'scenarios' },
    element('h3', {}, 'Scenarios'),
    element('div', { class: 'segments' }, ...buttons),
    next,
  );
}

async function begin({ title, choices, card }: Scenario) {
  for (const [name, value] of Object.entries(choices)) localStorage.setItem(`sandbox-${name}`, value);
  sessionStorage.setItem(storeKey, title);
  tell('page', `scenario: ${title}`);
  // A browser that does not let the page copy shows the number all the same.
  if (card) await navigator.clipboard.writeText(card).catch(() => {});
  location.assign(location.pathname.startsWith('/spa') ? '/spa/' : '/');
}

function thisMonth(): string {
  return new Date().toLocaleDateString('en-GB', { month: '2-digit', year: '2-digit' });
}
