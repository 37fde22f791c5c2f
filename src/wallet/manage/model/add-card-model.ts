import { createModel, signal } from '@preact/signals';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { CardFormModel } from '../../card-input/card-form-model.ts';
import type { ManageService } from './manage-service.ts';

/** The form for another card, from "Add card" until it is saved or cancelled. */
export type OpenForm = {
  readonly model: CardFormModel;
  readonly state:
    | { readonly name: 'filling'; readonly problem: ErrorData | null }
    | { readonly name: 'saving' };
};

type Dependencies = {
  readonly service: Pick<ManageService, 'keepCard'>;
  createForm(): CardFormModel;
  onKept(card: SavedCard): void;
};

export const AddCardModel = createModel(({ service, createForm, onKept }: Dependencies) => {
  const form = signal<OpenForm | null>(null);
  const set = (model: CardFormModel, state: OpenForm['state']) => {
    form.value = { model, state };
  };

  return {
    form,
    open() {
      set(createForm(), { name: 'filling', problem: null });
    },
    /** Discards the form with all that was typed. */
    cancel() {
      form.value = null;
    },
    backOnline() {
      const open = form.peek();
      if (open?.state.name !== 'filling' || open.state.problem?.code !== 'offline') return;
      set(open.model, { name: 'filling', problem: null });
    },
    async save() {
      const open = form.peek();
      if (open?.state.name !== 'filling') return;
      const { model } = open;
      const card = model.submit();
      if (!card) return;
      set(model, { name: 'saving' });
      const outcome = await service.keepCard({ card, brand: model.network.peek() ?? undefined });
      if (!outcome.ok) {
        set(model, { name: 'filling', problem: outcome.error });
        return;
      }
      form.value = null;
      onKept(outcome.value);
    },
  };
});
export type AddCardModel = InstanceType<typeof AddCardModel>;
