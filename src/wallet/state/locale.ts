import { computed, createModel, signal } from '@preact/signals';
import { directionOf } from '../../contract/frame/text-direction.ts';
import { type LocaleTexts, translator } from '../i18n/translate.ts';

type Dependencies = LocaleTexts & {
  /** Loads all texts of an available locale. */
  load(tag: string): Promise<LocaleTexts>;
};

/** The current language. Another one becomes current once its texts are loaded. */
export const Locale = createModel(({ tag, texts, load }: Dependencies) => {
  const current = signal<LocaleTexts>({ tag, texts });
  let lastRequest = tag;

  return {
    tag: computed(() => current.value.tag),
    direction: computed(() => directionOf(current.value.tag)),
    t: computed(() => translator(current.value.texts)),
    /** Loads the missing texts of the current language. */
    async complete() {
      const loaded = await load(current.peek().tag);
      if (loaded.tag === current.peek().tag) current.value = loaded;
    },
    /** `wanted`: an available locale. For the current one nothing is loaded: MANAGE calls `complete` itself. */
    async show(wanted: string) {
      lastRequest = wanted;
      if (wanted === current.peek().tag) return;
      const loaded = await load(wanted);
      if (lastRequest === wanted) current.value = loaded;
    },
  };
});
export type Locale = InstanceType<typeof Locale>;
