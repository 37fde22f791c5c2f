import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CardBrand } from '../../contract/cards/card-brands.ts';
import { shouldAdvance } from '../card-input/auto-advance.ts';
import type { CardFieldName, CardFormModel } from '../card-input/card-form-model.ts';
import { brandList, errorTexts } from '../card-input/card-texts.ts';
import type { Translate } from '../i18n/translate.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import type { InputRef } from '../ui/Field.tsx';
import { focusInView } from '../ui/focus-in-view.ts';
import { BrandMarks } from './BrandMarks.tsx';
import { CardNumberField } from './CardNumberField.tsx';
import { ExpiryField } from './ExpiryField.tsx';
import { FormAnnouncer } from './FormAnnouncer.tsx';
import { HolderNameField } from './HolderNameField.tsx';
import { NetworkChoice } from './NetworkChoice.tsx';
import { SecurityCodeField } from './SecurityCodeField.tsx';

export type CardFormProps = {
  readonly model: CardFormModel;
  readonly t: Translate;
  readonly locale: string;
  /** Shows "Save card for later". */
  readonly offersSaving: boolean;
  /** Moves the focus from a whole number to the expiry. Default: true. */
  readonly autoAdvance?: boolean;
  /** On Enter, or by a button among the children. */
  readonly onSubmit?: () => void;
  /** Shown at the form's end. Default: nothing, because the page has the button. */
  readonly children?: ComponentChildren;
};

type Inputs = { readonly [Field in CardFieldName]: InputRef };
type PartProps = CardFormProps & {
  readonly inputs: Inputs;
  /** As of the last paint. */
  readonly brand: ReadonlySignal<CardBrand | null>;
};

/** Each part reads its own signals, so that a key redraws its field alone. */
const NamePart = ({ model, t, inputs }: PartProps) => {
  const reason = model.reasons.name.value;
  const context = { t, brand: null, accepted: [] };
  return (
    <HolderNameField
      t={t}
      inputRef={inputs.name}
      value={model.values.name}
      isOptional={model.holderName.value === 'optional'}
      error={reason && errorTexts.name(reason, context)}
      onInput={(name) => model.type('name', name)}
      onLeave={() => model.leave('name')}
      onStepBack={() => inputs.code.current?.focus()}
    />
  );
};

const MarksPart = ({ model, t, brand }: Pick<PartProps, 'model' | 't' | 'brand'>) => {
  const accepted = model.accepted.value;
  const label = t('card.brands.accepted', { brands: brandList(accepted, t) });
  return <BrandMarks accepted={accepted} label={label} brand={brand.value} />;
};

const numberError = ({ model, t }: PartProps): string | null => {
  const reason = model.reasons.number.value;
  if (reason === null) return null;
  return errorTexts.number(reason, { t, brand: model.brand.value, accepted: model.accepted.value });
};

const NumberPart = (props: PartProps) => {
  const { model, t, inputs, brand, autoAdvance = true } = props;
  return (
    <CardNumberField
      t={t}
      marks={<MarksPart model={model} t={t} brand={brand} />}
      inputRef={inputs.number}
      value={model.values.number}
      error={numberError(props)}
      onInput={(digits, entry) => {
        model.type('number', digits);
        const verdict = model.verdicts.number.value;
        const goesOn = shouldAdvance({ digits, ...entry, verdict, brand: model.brand.value });
        if (autoAdvance && goesOn) inputs.expiry.current?.focus();
      }}
      onLeave={() => model.leave('number')}
    />
  );
};

const NetworkPart = ({ model, t }: CardFormProps) => {
  const brands = model.networks.value;
  if (brands.length < 2) return null;
  return <NetworkChoice t={t} brands={brands} chosen={model.network.value} onChoose={model.chooseNetwork} />;
};

const ExpiryPart = ({ model, t, inputs }: PartProps) => {
  const reason = model.reasons.expiry.value;
  const context = { t, brand: null, accepted: [] };
  return (
    <ExpiryField
      t={t}
      inputRef={inputs.expiry}
      value={model.values.expiry}
      error={reason && errorTexts.expiry(reason, context)}
      onInput={(text) => model.type('expiry', text)}
      onLeave={() => model.leave('expiry')}
      onStepBack={() => inputs.number.current?.focus()}
    />
  );
};

const CodePart = ({ model, t, inputs, ...props }: PartProps) => {
  const reason = model.reasons.code.value;
  const brand = props.brand.value;
  return (
    <SecurityCodeField
      t={t}
      brand={brand}
      inputRef={inputs.code}
      value={model.values.code}
      error={reason && errorTexts.code(reason, { t, brand, accepted: [] })}
      onInput={(digits) => model.type('code', digits)}
      onLeave={() => model.leave('code')}
      onStepBack={() => inputs.expiry.current?.focus()}
    />
  );
};

const SavePart = ({ model, t }: CardFormProps) => (
  <Checkbox label={t('card.save.label')} checked={model.saveCard.value} onChange={model.setSaveCard} />
);

const useInputs = (): Inputs => ({
  name: useRef<HTMLInputElement>(null),
  number: useRef<HTMLInputElement>(null),
  expiry: useRef<HTMLInputElement>(null),
  code: useRef<HTMLInputElement>(null),
});

type AfterPaintProps<Value> = { readonly from: ReadonlySignal<Value>; readonly to: Signal<Value> };

/** Copies a value after the paint that follows its change, so that a typed digit is painted before what depends on it. */
function AfterPaint<Value>({ from, to }: AfterPaintProps<Value>) {
  const value = from.value;
  useEffect(() => {
    to.value = value;
  }, [to, value]);
  return null;
}

/** A card's fields and, with `offersSaving`, the box to save it. */
export const CardForm = (props: CardFormProps) => {
  const { model, t, locale, offersSaving, onSubmit, children } = props;
  const inputs = useInputs();
  const brand = useSignal<CardBrand | null>(null);
  const part = { ...props, inputs, brand };
  useSignalEffect(() => {
    const first = model.attention.value?.fields[0];
    if (first !== undefined) focusInView(inputs[first].current);
  });
  return (
    <form
      class="card-form"
      aria-label={t('card.form.label')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <NumberPart {...part} />
      <NetworkPart {...props} />
      <div class="card-form-row">
        <ExpiryPart {...part} />
        <CodePart {...part} />
      </div>
      {model.holderName.value !== 'absent' && <NamePart {...part} />}
      {offersSaving && <SavePart {...props} />}
      {children}
      <AfterPaint from={model.brand} to={brand} />
      <FormAnnouncer model={model} t={t} locale={locale} brand={brand} />
    </form>
  );
};
