import { createModel, signal } from '@preact/signals';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { TextKey } from '../../i18n/translate.ts';

/** Where the focus belongs after what the shopper did. */
export type FocusTarget =
  | { readonly kind: 'row' | 'remove' | 'keep' | 'change' | 'edit'; readonly id: number }
  | { readonly kind: 'add' | 'form' };

type News = { readonly key: TextKey; readonly card: SavedCard };

/** What could not be done with a card, and why: that it has gone, perhaps. */
export type Failure = {
  readonly card: SavedCard;
  readonly what: 'remove' | 'default' | 'edit';
  readonly error: ErrorData;
};

/** The attribute by which an element is found as a place. */
export const focusTargetName = (place: FocusTarget): string =>
  'id' in place ? `${place.kind}-${place.id}` : place.kind;

/** What the shopper is told, and where the focus goes: new objects each time, so that each is heard and done once. */
export const FocusAndMessages = createModel(() => {
  const place = signal<FocusTarget | null>(null);
  const news = signal<News | null>(null);
  const failure = signal<Failure | null>(null);
  return {
    place,
    news,
    failure,
    go(next: FocusTarget) {
      place.value = next;
    },
    say(key: TextKey, card: SavedCard) {
      news.value = { key, card };
    },
    fail(failed: Failure) {
      failure.value = failed;
      // What was said ahead of the service's answer is not true.
      if (news.peek()?.card.id === failed.card.id) news.value = null;
    },
    backOnline() {
      if (failure.peek()?.error.code === 'offline') failure.value = null;
    },
    /** The shopper goes on: what failed before is no news any more. */
    goOn() {
      failure.value = null;
      news.value = null;
    },
  };
});
export type FocusAndMessages = InstanceType<typeof FocusAndMessages>;
