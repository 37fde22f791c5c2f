import { computed, createModel, signal } from '@preact/signals';
import type { HolderName } from '../../contract/billing/merchant-settings.ts';
import { brandOf, defaultNetwork, networksOf } from '../../contract/cards/brand-detection.ts';
import { type CardBrand, cardBrandByName } from '../../contract/cards/card-brands.ts';
import { longestCode } from '../../contract/cards/card-number.ts';
import type { AcceptedCardName } from '../../contract/forms/settings.ts';
import type { CardPlaintext } from '../../contract/frame/wallet-api.ts';
import {
  type CardFieldName,
  type CardFormModel,
  cardFieldNames,
  type InvalidSubmission,
} from '../card-input/card-form-model.ts';
import { codeVerdict, expiryVerdict, nameVerdict, numberVerdict } from '../card-input/card-verdicts.ts';
import { digitsOf } from '../card-input/digits.ts';
import { parseExpiry, tidyExpiry } from '../card-input/expiry.ts';
import { type FieldPhase, nextPhase, shownReason } from '../card-input/message-timing.ts';

export type CardFormOptions = {
  /** What the business accepts, or what another form does, which this one then follows. */
  readonly accepted: readonly CardBrand[] | (() => readonly CardBrand[]);
  /** Default: required. */
  readonly holderName?: HolderName;
  /** Brands that are chosen before the shopper chooses; default: the detected one. */
  readonly preferred?: readonly CardBrand[];
  /** The service's time, epoch milliseconds. */
  readonly now: () => number;
  /** Has all fields say what stands in them; default: they have said so. */
  readonly read?: () => void;
};

const longestName = 128;

/** Diners has none, so no list of names takes it away. */
const hasName = (brand: CardBrand) => Object.values(cardBrandByName).includes(brand);

function narrowedBy(names: readonly AcceptedCardName[] | null, brands: readonly CardBrand[]) {
  if (names === null) return brands;
  const wanted = names.map((name) => cardBrandByName[name]);
  return brands.filter((brand) => wanted.includes(brand) || !hasName(brand));
}

/** What the shopper has typed, and what follows from it. */
const createEntries = (options: CardFormOptions) => {
  const typed = { name: signal(''), number: signal(''), expiry: signal(''), code: signal('') };
  const narrowed = signal<readonly AcceptedCardName[] | null>(null);
  const offered = () => (typeof options.accepted === 'function' ? options.accepted() : options.accepted);
  const accepted = computed(() => narrowedBy(narrowed.value, offered()));
  const now = signal(options.now());
  const brand = computed(() => brandOf(typed.number.value, accepted.value));
  const networks = computed(() => networksOf(typed.number.value, accepted.value));
  const wantedNetwork = signal<CardBrand | null>(null);
  const network = computed(() => {
    const wanted = wantedNetwork.value;
    if (wanted !== null && networks.value.includes(wanted)) return wanted;
    return defaultNetwork(networks.value, options.preferred ?? []);
  });
  // Trimmed where it is read: a passing change of brand costs no digit.
  const code = computed(() => typed.code.value.slice(0, longestCode(brand.value)));
  const verdicts = {
    name: computed(() => nameVerdict(typed.name.value, options.holderName)),
    number: computed(() => numberVerdict(typed.number.value, accepted.value)),
    expiry: computed(() => expiryVerdict(typed.expiry.value, now.value)),
    code: computed(() => codeVerdict(code.value, brand.value)),
  };
  const chosen = { networks, network, wantedNetwork };
  return { typed, narrowed, offered, accepted, now, brand, chosen, verdicts, values: { ...typed, code } };
};

type Entries = ReturnType<typeof createEntries>;

const createMessages = ({ verdicts }: Entries) => {
  const phase = (): FieldPhase => 'typing';
  const phases = {
    name: signal(phase()),
    number: signal(phase()),
    expiry: signal(phase()),
    code: signal(phase()),
  };
  const shown = {
    name: computed(() => shownReason(verdicts.name.value, phases.name.value)),
    number: computed(() => shownReason(verdicts.number.value, phases.number.value)),
    expiry: computed(() => shownReason(verdicts.expiry.value, phases.expiry.value)),
    code: computed(() => shownReason(verdicts.code.value, phases.code.value)),
  };
  return { phases, shown };
};

/** The card as the vault wants it; null for an expiry that gives no date. */
const toCard = ({ values }: Entries): CardPlaintext | null => {
  const expiry = parseExpiry(values.expiry.peek());
  if (expiry === null) return null;
  return {
    number: values.number.peek(),
    expMonth: String(expiry.month).padStart(2, '0'),
    expYear: String(expiry.year),
    securityCode: values.code.peek(),
    holderName: values.name.peek().trim().slice(0, longestName),
  };
};

const readers: Readonly<Record<CardFieldName, (text: string) => string>> = {
  name: (text) => text,
  number: digitsOf,
  expiry: (text) => text,
  code: digitsOf,
};

/** The card form's state: what is typed, what is wrong with it, and which of that is shown. */
export const CardFormState = createModel<CardFormModel, [CardFormOptions]>((options) => {
  const entries = createEntries(options);
  const { typed, narrowed, offered, accepted, now, brand, chosen, verdicts, values } = entries;
  const { networks, network, wantedNetwork } = chosen;
  const { phases, shown } = createMessages(entries);
  const saveCard = signal(false);
  const attention = signal<InvalidSubmission | null>(null);
  const isComplete = computed(() =>
    cardFieldNames.every((field) => verdicts[field].value.kind === 'complete'),
  );
  return {
    values,
    verdicts,
    shown,
    brand,
    accepted,
    saveCard,
    isComplete,
    attention,
    networks,
    network,
    holderName: signal(options.holderName ?? 'required'),
    type(field, text) {
      if (field === 'expiry') now.value = options.now();
      typed[field].value = readers[field](text);
      phases[field].value = nextPhase(phases[field].peek(), 'typed');
    },
    leave(field) {
      if (field === 'expiry') typed.expiry.value = tidyExpiry(typed.expiry.peek());
      phases[field].value = nextPhase(phases[field].peek(), 'left');
    },
    chooseNetwork(wanted) {
      wantedNetwork.value = wanted;
    },
    setSaveCard(save) {
      saveCard.value = save;
    },
    accept(names) {
      const foreign = names.filter((name) => !offered().includes(cardBrandByName[name]));
      if (foreign.length === 0) narrowed.value = names;
      return foreign;
    },
    submit() {
      options.read?.();
      now.value = options.now();
      const fields = cardFieldNames.filter((field) => verdicts[field].peek().kind !== 'complete');
      for (const field of cardFieldNames) phases[field].value = nextPhase(phases[field].peek(), 'submitted');
      attention.value = fields.length > 0 ? { fields } : null;
      return fields.length > 0 ? null : toCard(entries);
    },
  };
});
