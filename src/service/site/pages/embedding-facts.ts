import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { findAccountByPublishableKey } from '../../shoppers/accounts/find-account.ts';
import { isRegisteredOrigin } from '../../shoppers/accounts/registered-origins.ts';
import { resolveMerchant } from '../../shoppers/accounts/resolve-merchant.ts';
import type { Account, MerchantRow } from '../../tables/accounts.ts';

type FrameRequest = {
  readonly publishableKey: string;
  readonly merchantId: number;
  /** The embedding page's origin. */
  readonly origin: string;
};

export type EmbeddingFacts = { readonly account: Account; readonly merchant: MerchantRow };

const LIFE_MS = 5000;
const MAX_KEPT_FACTS = 1000;

/**
 * Account and merchant of an embedding, cached for five seconds: all shoppers of a shop need the same, at the moment when
 * their token exchanges occupy the store. A change of settings is up to five seconds late.
 */
export function embeddingFacts() {
  const cache = new Map<string, EmbeddingFacts & { readonly readAt: number }>();

  return async (core: Core, request: FrameRequest): Promise<EmbeddingFacts> => {
    const { publishableKey, merchantId, origin } = request;
    const now = core.clock.now().getTime();
    const name = `${merchantId} ${publishableKey}`;
    const found = cache.get(name);
    const cachedFacts = found && Math.abs(now - found.readAt) < LIFE_MS ? found : undefined;
    const account = cachedFacts?.account ?? (await findAccountByPublishableKey(core, publishableKey));
    if (!isRegisteredOrigin(account.origins, origin)) throw originNotAllowed();
    if (cachedFacts) return cachedFacts;
    const merchant = await resolveMerchant(core, { accountId: account.id, merchantId });
    if (cache.size >= MAX_KEPT_FACTS) cache.clear();
    cache.set(name, { account, merchant, readAt: now });
    return { account, merchant };
  };
}

function originNotAllowed() {
  return new ServiceError(
    'origin_not_allowed',
    "Cannot open the wallet: the page's origin is not registered for this publishable key",
    { param: 'origin' },
  );
}
