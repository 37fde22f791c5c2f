import { checkoutSpecimens } from './checkout-specimens.ts';
import { manageSpecimens } from './manage-specimens.ts';
import type { Specimen } from './show-specimen.ts';

/** Every state of both views, by name. */
export const specimens: Readonly<Record<string, Specimen>> = { ...checkoutSpecimens, ...manageSpecimens };
