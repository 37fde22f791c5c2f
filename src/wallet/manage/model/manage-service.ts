import type { CardBrand } from '../../../contract/cards/card-brands.ts';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { Outcome } from '../../../contract/frame/frame-calls.ts';
import type { CardPlaintext, EditForm, SavedCard } from '../../../contract/frame/wallet-api.ts';

/** A card as it was typed, and its chosen network. */
export type NewCard = { readonly card: CardPlaintext; readonly brand: CardBrand | undefined };

/** Requests of MANAGE; each answer is the list after the change. */
export type ManageService = {
  removeMethod(id: number): Promise<Outcome<readonly SavedCard[]>>;
  restoreMethod(id: number): Promise<Outcome<readonly SavedCard[]>>;
  makeDefault(id: number): Promise<Outcome<readonly SavedCard[]>>;
  editMethod(id: number, form: EditForm): Promise<Outcome<readonly SavedCard[]>>;
  keepCard(card: NewCard): Promise<Outcome<SavedCard>>;
};

type QueueDependencies = { service(): Promise<ManageService>; onFailed(error: ErrorData): void };

/** Sends one change after the other, so that the last answer contains the latest list. */
export function queueChanges({ service, onFailed }: QueueDependencies): ManageService {
  let last: Promise<unknown> = Promise.resolve();
  const queue = <Value>(work: (now: ManageService) => Promise<Outcome<Value>>) => {
    const turn = last.then(async () => {
      const outcome = await work(await service());
      if (!outcome.ok) onFailed(outcome.error);
      return outcome;
    });
    last = turn.catch(() => {});
    return turn;
  };
  return {
    removeMethod: (id) => queue((now) => now.removeMethod(id)),
    restoreMethod: (id) => queue((now) => now.restoreMethod(id)),
    makeDefault: (id) => queue((now) => now.makeDefault(id)),
    editMethod: (id, form) => queue((now) => now.editMethod(id, form)),
    keepCard: (card) => queue((now) => now.keepCard(card)),
  };
}
