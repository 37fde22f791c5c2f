import type { ReadonlySignal } from '@preact/signals';
import type { HolderName } from '../../contract/billing/merchant-settings.ts';
import type { CardBrand } from '../../contract/cards/card-brands.ts';
import type { AcceptedCardName } from '../../contract/forms/settings.ts';
import type { CardPlaintext } from '../../contract/frame/wallet-api.ts';
import type { CodeReason, ExpiryReason, NameReason, NumberReason, Verdict } from './card-verdicts.ts';

/** The fields in the order they stand in. */
export const cardFieldNames = ['number', 'expiry', 'code', 'name'] as const;
export type CardFieldName = (typeof cardFieldNames)[number];

export type CardReasons = {
  readonly name: NameReason;
  readonly number: NumberReason;
  readonly expiry: ExpiryReason;
  readonly code: CodeReason;
};

/** An invalid submission: a new object each time, so that each one is announced and shown. */
export type InvalidSubmission = { readonly fields: readonly CardFieldName[] };

/** What the form shows and calls; `state/card-form.ts` creates it. */
export type CardFormModel = {
  /** Name and expiry as shown, number and code as digits. */
  readonly values: { readonly [Field in CardFieldName]: ReadonlySignal<string> };
  readonly verdicts: { readonly [Field in CardFieldName]: ReadonlySignal<Verdict<CardReasons[Field]>> };
  /** Reasons of the messages that are shown now. */
  readonly reasons: { readonly [Field in CardFieldName]: ReadonlySignal<CardReasons[Field] | null> };
  readonly brand: ReadonlySignal<CardBrand | null>;
  /** Whether the form asks for the name. */
  readonly holderName: ReadonlySignal<HolderName>;
  /** Accepted brands of the number; two for a card of two networks. */
  readonly networks: ReadonlySignal<readonly CardBrand[]>;
  /** The network to pay with: the shopper's choice, else the business's. */
  readonly network: ReadonlySignal<CardBrand | null>;
  readonly accepted: ReadonlySignal<readonly CardBrand[]>;
  readonly saveCard: ReadonlySignal<boolean>;
  readonly isComplete: ReadonlySignal<boolean>;
  readonly attention: ReadonlySignal<InvalidSubmission | null>;
  readonly type: (field: CardFieldName, text: string) => void;
  readonly leave: (field: CardFieldName) => void;
  readonly setSaveCard: (save: boolean) => void;
  readonly chooseNetwork: (brand: CardBrand) => void;
  /** Narrows what the business accepts. Returns the names that it does not accept; if there are any, nothing changes. */
  readonly accept: (names: readonly AcceptedCardName[]) => readonly AcceptedCardName[];
  /** The whole card; else null, and the form shows all messages and `attention` names the fields. */
  readonly submit: () => CardPlaintext | null;
};
