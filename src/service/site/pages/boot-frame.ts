import { FrameBoot } from '../../../contract/frame/frame-boot.ts';
import type { Core } from '../../base/runtime/core.ts';
import { mayPagesName } from '../../shoppers/accounts/may-pages-name.ts';
import { offersOf } from '../../shoppers/accounts/offers-of.ts';
import type { EmbeddingFacts } from './embedding-facts.ts';

type FrameFacts = EmbeddingFacts & {
  /** The resolved locale. */
  readonly locale: string;
  readonly textsVersion: string;
  /** The embedding page's origin. */
  readonly origin: string;
};

/** What the frame document of one embedding carries. */
export function bootFrame(core: Core, { merchant, locale, textsVersion, origin }: FrameFacts): FrameBoot {
  return FrameBoot.parse({
    merchantId: merchant.id,
    ...(!mayPagesName(merchant) && { ownOnly: true }),
    locale,
    textsVersion,
    parentOrigin: origin,
    acceptedBrands: merchant.settings.acceptedBrands,
    preferredBrands: merchant.settings.preferredBrands,
    holderName: merchant.settings.holderName,
    offers: offersOf(merchant.settings),
    serviceTime: core.clock.now().getTime(),
  });
}
