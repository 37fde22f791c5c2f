import type { Translate } from '../i18n/translate.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/** A button shows the other saved cards. */
export const SHOWN_FIRST = 3;

type Props = { readonly expected: number; readonly t: Translate };

/** Reserves the height of the expected saved cards. */
export const RowsToCome = ({ expected, t }: Props) => (
  <>
    <Skeleton rows={Math.min(expected, SHOWN_FIRST)} label={t('saved.loading')} />
    {expected > SHOWN_FIRST && <div class="choice-more" />}
  </>
);
