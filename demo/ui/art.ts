import coffee from '../art/coffee.svg';
import cup from '../art/cup.svg';
import dripper from '../art/dripper.svg';
import tasting from '../art/tasting.svg';

const drawings: Record<string, string> = { coffee, cup, dripper, tasting };

/** The drawing of a product, as an image address. */
export const artOf = (product: string) => drawings[product] ?? cup;
