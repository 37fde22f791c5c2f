import { FrameBoot } from '../../contract/frame-boot.ts';
import type { ServiceContext } from '../context.ts';
import type { EmbeddingFacts } from './embedding-facts.ts';

type Embedding = EmbeddingFacts & {
  /** Resolved. */
  readonly locale: string;
  /** The embedding page's. */
  readonly origin: string;
};

/** What the frame document of one embedding carries. */
export function bootFrame(context: ServiceContext, { merchant, locale, origin }: Embedding): FrameBoot {
  return FrameBoot.parse({
    merchantId: merchant.id,
    locale,
    parentOrigin: origin,
    acceptedBrands: merchant.settings.acceptedBrands,
    vaultKey: context.keys.vault.publicJwk,
    serviceTime: context.clock.now().getTime(),
  });
}
