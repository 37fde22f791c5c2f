import type { Translate } from '../i18n/translate.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Reserves the height of a list of two cards and the button below it. */
export const ManageSkeleton = ({ t }: { readonly t: Translate }) => (
  <>
    <Skeleton rows={2} label={t('saved.loading')} />
    <div class="skeleton-button" />
  </>
);
