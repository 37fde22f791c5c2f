import type { SavedCards } from './state/saved-cards.ts';

/**
 * Keeps for this tab's next load, from each list on, how many saved methods there are under the same address: merchant,
 * shop and language. Never whose or which. The document's loader reads it before the first paint.
 */
export function rememberRows({ status }: Pick<SavedCards, 'status'>): void {
  status.subscribe((now) => {
    if (now.name !== 'listed' && now.name !== 'guest') return;
    const rows = now.name === 'listed' ? now.cards.length : 0;
    try {
      sessionStorage.setItem(location.search, String(rows || ''));
    } catch {
      // A browser that lets frames keep nothing: the form stands open until the list is here.
    }
  });
}
