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
      const all = await load(current.peek().tag);
      if (all.tag === current.peek().tag) current.value = all;
    },
    /** `tag`: an available locale. Loads nothing for the current one; MANAGE calls `complete` itself. */
    async show(tag: string) {
      lastRequest = tag;
      if (tag === current.peek().tag) return;
      const newLocale = await load(tag);
      if (lastRequest === tag) current.value = newLocale;
    },
  };
});
export type Locale = InstanceType<typeof Locale>;
