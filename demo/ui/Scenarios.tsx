import { useState } from 'preact/hooks';
import { choose } from './choices.ts';
import { saveExpiredCard, shop } from './shop-api.ts';
import { logEvent } from './Timeline.tsx';

type Scenario = {
  readonly title: string;
  /** The drawer's choices, by their names. */
  readonly choices: Readonly<Record<string, string>>;
  /** Copied for the developer to paste into the wallet: no page reaches into its frame. */
  readonly card?: string;
  /** What the shop's backend does before the page loads again; in development only. */
  readonly prepare?: () => Promise<unknown>;
  readonly next: string;
};

const GOOD = '4242 4242 4242 4242';
const REFUSED = '4000 0000 0000 9995';

const scenarios: readonly Scenario[] = [
  {
    title: 'Challenge',
    choices: { mode: 'SALE_3DS', basket: 'tasting', places: 'rows' },
    card: GOOD,
    next: `Pay with ${GOOD} (copied): the bank asks for a code, 1234.`,
  },
  {
    title: 'Decline',
    choices: { mode: 'SALE', basket: 'set', places: 'rows' },
    card: REFUSED,
    next: `Pay with ${REFUSED} (copied): it is refused, and the form stays filled.`,
  },
  {
    title: 'Expired saved card',
    choices: { mode: 'SALE', basket: 'set', places: 'rows', shopper: 'user' },
    prepare: saveExpiredCard,
    next: 'The saved card that ends in 0069 is past its date and cannot be chosen. “Your cards” can edit it.',
  },
  {
    title: 'Wallet alone on PayPal',
    choices: { places: 'paypal', basket: 'set' },
    next: 'PayPal is the one button above the rows. Press it: its window opens in that click, and nothing is to be filled in.',
  },
];

const storeKey = 'sandbox-scenario';

/** The backend can prepare a scenario only if the inspector runs beside it. */
const possible = () => scenarios.filter(({ prepare }) => prepare === undefined || shop().inspectorUrl);

/** One click sets everything that a scenario needs, and says what is left to do. */
export function Scenarios() {
  const current = scenarios.find(({ title }) => title === sessionStorage.getItem(storeKey));
  const [next, setNext] = useState(current?.next ?? 'One click sets the choices below.');
  const press = (scenario: Scenario) =>
    begin(scenario).catch((error) => setNext(error instanceof Error ? error.message : ''));
  return (
    <section class="scenarios">
      <h3>Scenarios</h3>
      <div class="segments">
        {possible().map((each) => (
          <button key={each.title} type="button" aria-pressed={each === current} onClick={() => press(each)}>
            {each.title}
          </button>
        ))}
      </div>
      <p role="status">{next}</p>
    </section>
  );
}

async function begin({ title, choices, card, prepare }: Scenario) {
  await prepare?.();
  for (const [name, value] of Object.entries(choices)) choose(name, value);
  sessionStorage.setItem(storeKey, title);
  logEvent('page', `scenario: ${title}`);
  // A browser that does not let the page copy shows the number all the same.
  if (card) await navigator.clipboard.writeText(card).catch(() => {});
  location.assign(`${shop().base}/`);
}
