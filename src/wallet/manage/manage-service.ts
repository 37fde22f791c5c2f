import type { Outcome } from '../../contract/frame-calls.ts';
import type { CardPlaintext, SavedCard } from '../../contract/wallet-api.ts';

/** What looking after cards asks of the service; each answer is the list as it is then. */
export type ManageService = {
  removeMethod(id: number): Promise<Outcome<readonly SavedCard[]>>;
  restoreMethod(id: number): Promise<Outcome<readonly SavedCard[]>>;
  makeDefault(id: number): Promise<Outcome<readonly SavedCard[]>>;
  keepCard(card: CardPlaintext): Promise<Outcome<SavedCard>>;
};

/** One change after the other, so that the list of the later answer is the later list. */
export function inTurn(service: () => Promise<ManageService>): ManageService {
  let last: Promise<unknown> = Promise.resolve();
  const queue = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    removeMethod: (id) => queue(async () => (await service()).removeMethod(id)),
    restoreMethod: (id) => queue(async () => (await service()).restoreMethod(id)),
    makeDefault: (id) => queue(async () => (await service()).makeDefault(id)),
    keepCard: (card) => queue(async () => (await service()).keepCard(card)),
  };
}
