import { FrameBoot, type Offer } from '../../contract/frame-boot.ts';
import type { MerchantSettings } from '../../contract/merchant-settings.ts';
import type { ServiceContext } from '../context.ts';
import type { EmbeddingFacts } from './embedding-facts.ts';

type Embedding = EmbeddingFacts & {
  /** Resolved. */
  readonly locale: string;
  /** The embedding page's. */
  readonly origin: string;
};

/** What the frame document of one embedding carries. */
export async function bootFrame(
  context: ServiceContext,
  { merchant, locale, origin }: Embedding,
): Promise<FrameBoot> {
  return FrameBoot.parse({
    merchantId: merchant.id,
    locale,
    parentOrigin: origin,
    acceptedBrands: merchant.settings.acceptedBrands,
    preferredBrands: merchant.settings.preferredBrands,
    holderName: merchant.settings.holderName,
    offers: offersOf(merchant.settings),
    vaultKey: await context.keys.vault.present(context),
    serviceTime: context.clock.now().getTime(),
  });
}

/** A method that is taken both ways completes at its provider. */
function offersOf({ instantMethods, alternativeMethods }: MerchantSettings): Offer[] {
  const billed = alternativeMethods.filter((method) => !instantMethods.includes(method));
  return [
    ...billed.map((method) => ({ method, use: 'alternative' as const })),
    ...instantMethods.map((method) => ({ method, use: 'instant' as const })),
  ];
}
