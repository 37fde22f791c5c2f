import { computed, createModel, signal } from '@preact/signals';
import { directionOf } from '../../contract/frame/text-direction.ts';
import { type Texts, translator } from '../i18n/translate.ts';

type Shown = { readonly tag: string; readonly texts: Texts };

type Dependencies = Shown & {
  /** All texts of a locale that there is. */
  load(tag: string): Promise<Shown>;
};

/** The language on show; another one is shown once its texts are here. */
export const Locale = createModel(({ tag, texts, load }: Dependencies) => {
  const shown = signal<Shown>({ tag, texts });
  let wantedLast = tag;

  return {
    tag: computed(() => shown.value.tag),
    direction: computed(() => directionOf(shown.value.tag)),
    t: computed(() => translator(shown.value.texts)),
    /** All texts of the language on show, which may be here in part. */
    async complete() {
      const loaded = await load(shown.peek().tag);
      if (loaded.tag === shown.peek().tag) shown.value = loaded;
    },
    /** A locale that there is; the one on show needs no more texts, as MANAGE asks for its own. */
    async show(wanted: string) {
      wantedLast = wanted;
      if (wanted === shown.peek().tag) return;
      const loaded = await load(wanted);
      if (wantedLast === wanted) shown.value = loaded;
    },
  };
});
export type Locale = InstanceType<typeof Locale>;
