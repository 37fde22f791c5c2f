import type { CardBrand } from '../../../contract/cards/card-brands.ts';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { Outcome } from '../../../contract/frame/frame-calls.ts';
import type { CardPlaintext, EditForm, SavedCard } from '../../../contract/frame/wallet-api.ts';

/** A card as it was typed, and the network that was chosen of it. */
export type NewCard = { readonly card: CardPlaintext; readonly brand: CardBrand | undefined };

/** What looking after cards asks of the service; each answer is the list as it is then. */
export type ManageService = {
  removeMethod(id: number): Promise<Outcome<readonly SavedCard[]>>;
  restoreMethod(id: number): Promise<Outcome<readonly SavedCard[]>>;
  makeDefault(id: number): Promise<Outcome<readonly SavedCard[]>>;
  editMethod(id: number, form: EditForm): Promise<Outcome<readonly SavedCard[]>>;
  keepCard(card: NewCard): Promise<Outcome<SavedCard>>;
};

type QueueDependencies = { service(): Promise<ManageService>; onFailed(error: ErrorData): void };

/** One change after the other, so that the list of the later answer is the later list. */
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
