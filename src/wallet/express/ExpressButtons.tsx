import { providers } from '../../contract/billing/providers.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { Translate } from '../i18n/translate.ts';
import { expressMarks } from './ExpressMarks.tsx';

type Props = {
  readonly offers: readonly Offer[];
  readonly onPress: (offer: Offer) => void;
  readonly t: Translate;
};

/** Buttons in the providers' own style, and the word between them and the other ways to pay. */
export const ExpressButtons = ({ offers, onPress, t }: Props) => (
  <>
    <div class="express-buttons">
      {offers.map((offer) => (
        <button
          key={offer.method}
          type="button"
          class={`express-button express-${offer.method}`}
          aria-label={providers[offer.method].name}
          onClick={() => onPress(offer)}
        >
          {expressMarks[offer.method]()}
        </button>
      ))}
    </div>
    <p class="express-or">{t('express.or')}</p>
  </>
);
