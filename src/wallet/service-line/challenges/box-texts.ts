import type { BoxTexts } from '../../../contract/frame/challenge-box.ts';
import type { Translate } from '../../i18n/translate.ts';

type Language = { readonly t: Translate } & Pick<BoxTexts, 'lang' | 'direction'>;

/** What the challenge's dialog says, with the seconds left where they are few. */
export function boxTexts({ t, lang, direction }: Language, secondsLeft: number | undefined): BoxTexts {
  const title = t('threeds.title');
  const stop = t('threeds.stop');
  return {
    title,
    lang,
    direction,
    states: {
      open: { heading: headingOf(t, secondsLeft), proceed: t('threeds.close'), sign: '×', stop: '' },
      closing: { heading: t('threeds.closing'), proceed: t('threeds.continue'), stop },
      blank: { heading: t('threeds.blank'), proceed: t('error.retry'), stop },
    },
  };
}

function headingOf(t: Translate, secondsLeft: number | undefined): string {
  if (secondsLeft === undefined) return t('threeds.title');
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return t('threeds.left', { time: `${Math.floor(secondsLeft / 60)}:${seconds}` });
}
