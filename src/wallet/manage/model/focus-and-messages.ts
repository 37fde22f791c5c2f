import { createModel, signal } from '@preact/signals';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { TextKey } from '../../i18n/translate.ts';

/** Where the focus goes after an action. */
export type FocusTarget =
  | { readonly kind: 'row' | 'remove' | 'keep' | 'change' | 'edit'; readonly id: number }
  | { readonly kind: 'add' | 'form' };

type News = { readonly key: TextKey; readonly card: SavedCard };

/** What failed for a card, and why. */
export type Failure = {
  readonly card: SavedCard;
  readonly what: 'remove' | 'default' | 'edit';
  readonly error: ErrorData;
};

/** The value of `data-place` of the target's element. */
export const focusTargetName = (place: FocusTarget): string =>
  'id' in place ? `${place.kind}-${place.id}` : place.kind;

/** The message to announce and the focus target: new objects each time, so that each takes effect once. */
export const FocusAndMessages = createModel(() => {
  const target = signal<FocusTarget | null>(null);
  const news = signal<News | null>(null);
  const failure = signal<Failure | null>(null);
  return {
    target,
    news,
    failure,
    go(next: FocusTarget) {
      target.value = next;
    },
    say(key: TextKey, card: SavedCard) {
      news.value = { key, card };
    },
    fail(newFailure: Failure) {
      failure.value = newFailure;
      // The success that was announced before the service's answer is not true.
      if (news.peek()?.card.id === newFailure.card.id) news.value = null;
    },
    backOnline() {
      if (failure.peek()?.error.code === 'offline') failure.value = null;
    },
    /** Clears the messages when the shopper starts another action. */
    goOn() {
      failure.value = null;
      news.value = null;
    },
  };
});
export type FocusAndMessages = InstanceType<typeof FocusAndMessages>;
