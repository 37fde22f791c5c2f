import type { Translate } from '../i18n/translate.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/** How many saved cards are shown before "Show more". */
export const SHOWN_FIRST = 3;

type Props = { readonly count: number; readonly t: Translate };

/** Reserves the height of the expected saved cards. */
export const RowPlaceholders = ({ count, t }: Props) => (
  <>
    <Skeleton rows={Math.min(count, SHOWN_FIRST)} label={t('saved.loading')} />
    {count > SHOWN_FIRST && <div class="choice-more" />}
  </>
);
