import { FrameBoot } from '../../contract/frame-boot.ts';
import { findAccountByPublishableKey } from '../accounts/find-account.ts';
import { isRegisteredOrigin } from '../accounts/registered-origins.ts';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';

type Embedding = {
  readonly publishableKey: string;
  readonly merchantId: number;
  /** Resolved. */
  readonly locale: string;
  /** The embedding page's. */
  readonly origin: string;
};

/** What the frame document of one embedding carries, and the origins that may embed it. */
export async function bootFrame(
  context: ServiceContext,
  { publishableKey, merchantId, locale, origin }: Embedding,
): Promise<{ boot: FrameBoot; registeredOrigins: readonly string[] }> {
  const account = await findAccountByPublishableKey(context, publishableKey);
  if (!isRegisteredOrigin(account.origins, origin)) {
    throw new ServiceError(
      'origin_not_allowed',
      "Cannot open the wallet: the page's origin is not registered for this publishable key",
      { param: 'origin' },
    );
  }
  const merchant = await resolveMerchant(context, { accountId: account.id, merchantId });
  const boot = FrameBoot.parse({
    merchantId,
    locale,
    parentOrigin: origin,
    acceptedBrands: merchant.settings.acceptedBrands,
    vaultKey: context.keys.vault.publicJwk,
    serviceTime: context.clock.now().getTime(),
  });
  return { boot, registeredOrigins: account.origins };
}
