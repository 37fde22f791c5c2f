import { loadTexts } from 'virtual:every-texts';
import { checkoutSpecimens } from './checkout-specimens.ts';
import { readLook } from './look.ts';
import { manageSpecimens } from './manage-specimens.ts';
import { showControls } from './show-controls.ts';
import { showSpecimen } from './show-specimen.ts';

/** For developers: the wallet in each of its states, in frames of the chosen width. */
const look = readLook(location.search);
const texts = await loadTexts[look.locale]?.();
if (!texts) throw new Error(`Showing the gallery: found no locale "${look.locale}"`);
document.documentElement.dataset['theme'] = look.page;
showControls(look);
/** Every state of both views, by name. */
const specimens = { ...checkoutSpecimens, ...manageSpecimens };
for (const [name, specimen] of Object.entries(specimens)) await showSpecimen(name, { specimen, look, texts });
document.documentElement.dataset['state'] = 'shown';
scrollTo(0, 0);
