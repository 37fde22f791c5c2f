import type { Translate } from '../i18n/translate.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The rest of the saved cards stands behind a button. */
export const SHOWN_FIRST = 3;

type Props = { readonly expected: number; readonly t: Translate };

/** As high as the rows of the cards that are probably coming. */
export const RowsToCome = ({ expected, t }: Props) => (
  <>
    <Skeleton rows={Math.min(expected, SHOWN_FIRST)} label={t('saved.loading')} />
    {expected > SHOWN_FIRST && <div class="choice-more" />}
  </>
);
