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
import { type FieldPhase, nextPhase, reasonToShow } from '../card-input/message-timing.ts';

export type CardFormOptions = {
  /** What the business accepts; a function makes this form follow another one. */
  readonly accepted: readonly CardBrand[] | (() => readonly CardBrand[]);
  /** Default: required. */
  readonly holderName?: HolderName;
  /** Brands that are chosen before the shopper chooses; default: the detected one. */
  readonly preferred?: readonly CardBrand[];
  /** The service's time, epoch milliseconds. */
  readonly now: () => number;
  /** Makes the fields report texts that were set without an event. Default: does nothing. */
  readonly read?: () => void;
};

const longestName = 128;

/** Diners Club has no name, so a list of names never removes it. */
const hasName = (brand: CardBrand) => Object.values(cardBrandByName).includes(brand);

function narrow(names: readonly AcceptedCardName[] | null, brands: readonly CardBrand[]) {
  if (names === null) return brands;
  const brandsOfNames = names.map((name) => cardBrandByName[name]);
  return brands.filter((brand) => brandsOfNames.includes(brand) || !hasName(brand));
}

/** What the shopper has typed, and what is computed from it. */
const createEntries = (options: CardFormOptions) => {
  const inputs = { name: signal(''), number: signal(''), expiry: signal(''), code: signal('') };
  const acceptedNames = signal<readonly AcceptedCardName[] | null>(null);
  const businessBrands = () =>
    typeof options.accepted === 'function' ? options.accepted() : options.accepted;
  const accepted = computed(() => narrow(acceptedNames.value, businessBrands()));
  const now = signal(options.now());
  const brand = computed(() => brandOf(inputs.number.value, accepted.value));
  const networks = computed(() => networksOf(inputs.number.value, accepted.value));
  const shopperNetwork = signal<CardBrand | null>(null);
  const network = computed(() => {
    const wanted = shopperNetwork.value;
    if (wanted !== null && networks.value.includes(wanted)) return wanted;
    return defaultNetwork(networks.value, options.preferred ?? []);
  });
  // Cut when read, so that a temporary change of brand deletes no digit.
  const code = computed(() => inputs.code.value.slice(0, longestCode(brand.value)));
  const verdicts = {
    name: computed(() => nameVerdict(inputs.name.value, options.holderName)),
    number: computed(() => numberVerdict(inputs.number.value, accepted.value)),
    expiry: computed(() => expiryVerdict(inputs.expiry.value, now.value)),
    code: computed(() => codeVerdict(code.value, brand.value)),
  };
  return {
    inputs,
    now,
    accepted,
    brand,
    networks,
    network,
    verdicts,
    values: { ...inputs, code },
    chooseNetwork(brand: CardBrand) {
      shopperNetwork.value = brand;
    },
    accept(names: readonly AcceptedCardName[]) {
      const foreign = names.filter((name) => !businessBrands().includes(cardBrandByName[name]));
      if (foreign.length === 0) acceptedNames.value = names;
      return foreign;
    },
  };
};

const createMessages = ({ verdicts }: Pick<CardFormModel, 'verdicts'>) => {
  const phase = (): FieldPhase => 'typing';
  const phases = {
    name: signal(phase()),
    number: signal(phase()),
    expiry: signal(phase()),
    code: signal(phase()),
  };
  const reasons = {
    name: computed(() => reasonToShow(verdicts.name.value, phases.name.value)),
    number: computed(() => reasonToShow(verdicts.number.value, phases.number.value)),
    expiry: computed(() => reasonToShow(verdicts.expiry.value, phases.expiry.value)),
    code: computed(() => reasonToShow(verdicts.code.value, phases.code.value)),
  };
  return { phases, reasons };
};

/** The card as the vault takes it; null if the expiry is no date. */
const toCard = ({ values }: Pick<CardFormModel, 'values'>): CardPlaintext | null => {
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

/** The card form's state: typed values, verdicts, and the reasons that are shown. */
export const CardFormState = createModel<CardFormModel, [CardFormOptions]>((options) => {
  const { inputs, now, ...entries } = createEntries(options);
  const { verdicts } = entries;
  const { phases, reasons } = createMessages(entries);
  const saveCard = signal(false);
  const attention = signal<InvalidSubmission | null>(null);
  const isComplete = computed(() =>
    cardFieldNames.every((field) => verdicts[field].value.kind === 'complete'),
  );
  return {
    ...entries,
    reasons,
    saveCard,
    isComplete,
    attention,
    holderName: signal(options.holderName ?? 'required'),
    type(field, text) {
      if (field === 'expiry') now.value = options.now();
      inputs[field].value = readers[field](text);
      phases[field].value = nextPhase(phases[field].peek(), 'typed');
    },
    leave(field) {
      if (field === 'expiry') inputs.expiry.value = tidyExpiry(inputs.expiry.peek());
      phases[field].value = nextPhase(phases[field].peek(), 'left');
    },
    setSaveCard(save) {
      saveCard.value = save;
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
