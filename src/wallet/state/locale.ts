import { computed, createModel, signal } from '@preact/signals';
import { directionOf } from '../../contract/text-direction.ts';
import { localeFor } from '../i18n/locale-fallback.ts';
import { type Texts, translator } from '../i18n/translate.ts';

type Dependencies = {
  readonly tag: string;
  readonly texts: Texts;
  /** Every locale there is. */
  readonly available: readonly string[];
  load(tag: string): Promise<Texts>;
};

/** The language on show; another one is shown once its texts are here. */
export const Locale = createModel(({ tag, texts, available, load }: Dependencies) => {
  const shown = signal({ tag, texts });
  let wantedLast = tag;

  return {
    tag: computed(() => shown.value.tag),
    direction: computed(() => directionOf(shown.value.tag)),
    t: computed(() => translator(shown.value.texts)),
    async show(wanted: string) {
      const next = localeFor(wanted, available);
      wantedLast = next;
      if (next === shown.peek().tag) return;
      const loaded = await load(next);
      if (wantedLast === next) shown.value = { tag: next, texts: loaded };
    },
  };
});
export type Locale = InstanceType<typeof Locale>;
