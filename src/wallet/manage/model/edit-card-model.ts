import { computed, createModel, signal } from '@preact/signals';
import type { CardBrand } from '../../../contract/cards/card-brands.ts';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { EditForm, SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { InvalidSubmission } from '../../card-input/card-form-model.ts';
import { expiryVerdict } from '../../card-input/card-verdicts.ts';
import { parseExpiry, tidyExpiry } from '../../card-input/expiry.ts';
import { type FieldPhase, nextPhase, reasonToShow } from '../../card-input/message-timing.ts';
import type { ManageService } from './manage-service.ts';

type Dependencies = {
  readonly service: Pick<ManageService, 'editMethod'>;
  /** The service's time. */
  now(): number;
  /** `wasOpen`: its editor was still the open one. */
  onEdited(edited: { card: SavedCard; cards: readonly SavedCard[]; wasOpen: boolean }): void;
  onFailed(card: SavedCard, error: ErrorData): Promise<void>;
  /** The field has an error and needs the focus. */
  onInvalid(card: SavedCard): void;
};

const shownExpiry = ({ expMonth, expYear }: SavedCard) => `${expMonth} / ${expYear.slice(-2)}`;

/** What the shopper has changed so far. */
function createEntry(now: () => number) {
  const card = signal<SavedCard | null>(null);
  const expiry = signal('');
  const phase = signal<FieldPhase>('typing');
  const network = signal<CardBrand | null>(null);
  const attention = signal<InvalidSubmission | null>(null);
  const verdict = computed(() => expiryVerdict(expiry.value, now()));
  const move = (event: Parameters<typeof nextPhase>[1]) => {
    phase.value = nextPhase(phase.peek(), event);
  };
  const reason = computed(() => reasonToShow(verdict.value, phase.value));
  const none = signal(null);
  return {
    card,
    expiry,
    network,
    attention,
    move,
    reason,
    /** For the announcer: a card form with only this field. */
    announcerModel: {
      reasons: { name: none, number: none, expiry: reason, code: none },
      accepted: signal<readonly CardBrand[]>([]),
      attention,
    },
    open(of: SavedCard) {
      card.value = of;
      expiry.value = shownExpiry(of);
      phase.value = 'typing';
      attention.value = null;
      network.value = of.networks?.find((brand) => brand === of.brand) ?? null;
    },
    /** Null if the expiry is not complete. */
    changes(of: SavedCard): EditForm | null {
      const date = verdict.peek().kind === 'complete' ? parseExpiry(expiry.peek()) : null;
      if (date === null) return null;
      const form = { expMonth: String(date.month).padStart(2, '0'), expYear: String(date.year) };
      const brand = network.peek();
      return brand === null || brand === of.brand ? form : { ...form, brand };
    },
  };
}

/** A saved card whose expiry or network is being changed, in its own row. */
export const EditCardModel = createModel((dependencies: Dependencies) => {
  const { move, changes, ...entry } = createEntry(dependencies.now);
  const isSaving = signal(false);
  const close = () => {
    entry.card.value = null;
  };

  return {
    ...entry,
    isSaving,
    close,
    type(text: string) {
      entry.expiry.value = text;
      move('typed');
    },
    leave() {
      entry.expiry.value = tidyExpiry(entry.expiry.peek());
      move('left');
    },
    choose(brand: CardBrand) {
      entry.network.value = brand;
    },
    async save() {
      const of = entry.card.peek();
      if (of === null || isSaving.peek()) return;
      move('submitted');
      const form = changes(of);
      if (form === null) {
        entry.attention.value = { fields: ['expiry'] };
        return dependencies.onInvalid(of);
      }
      isSaving.value = true;
      const outcome = await dependencies.service.editMethod(of.id, form);
      isSaving.value = false;
      if (!outcome.ok) return dependencies.onFailed(of, outcome.error);
      const wasOpen = entry.card.peek() === of;
      if (wasOpen) close();
      dependencies.onEdited({ card: of, cards: outcome.value, wasOpen });
    },
  };
});
export type EditCardModel = InstanceType<typeof EditCardModel>;
