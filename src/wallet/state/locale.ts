import { computed, createModel, signal } from '@preact/signals';
import { directionOf } from '../../contract/frame/text-direction.ts';
import { type Texts, translator } from '../i18n/translate.ts';

type Shown = { readonly tag: string; readonly texts: Texts };

type Dependencies = Shown & {
  /** Loads all texts of an available locale. */
  load(tag: string): Promise<Shown>;
};

/** The current language. Another one becomes current once its texts are loaded. */
export const Locale = createModel(({ tag, texts, load }: Dependencies) => {
  const shown = signal<Shown>({ tag, texts });
  let wantedLast = tag;

  return {
    tag: computed(() => shown.value.tag),
    direction: computed(() => directionOf(shown.value.tag)),
    t: computed(() => translator(shown.value.texts)),
    /** Loads the missing texts of the current language. */
    async complete() {
      const loaded = await load(shown.peek().tag);
      if (loaded.tag === shown.peek().tag) shown.value = loaded;
    },
    /** `wanted`: an available locale. For the current one nothing is loaded: MANAGE calls `complete` itself. */
    async show(wanted: string) {
      wantedLast = wanted;
      if (wanted === shown.peek().tag) return;
      const loaded = await load(wanted);
      if (wantedLast === wanted) shown.value = loaded;
    },
  };
});
export type Locale = InstanceType<typeof Locale>;
