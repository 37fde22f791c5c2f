import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { providers } from '../../contract/billing/providers.ts';
import type { Provider } from '../../contract/forms/provider-names.ts';
import type { Funding } from '../base/processor/provider-gateway.ts';
import type { Core } from '../base/runtime/core.ts';
import { cardNumberDigest, sealCardNumber } from '../base/seals/card-number.ts';
import { cards, type OwnedCard } from '../tables/cards.ts';
import { insertCard } from './store-card.ts';

type Owner = { readonly accountId: number; readonly userId: number; readonly method: Provider };

/** Placeholders until the provider reports the card behind the method. */
const UNKNOWN = { bin: '000000', last4: '0000', expMonth: 12, expYear: 2099 };
const DIGEST_BYTES = 32;

/** Creates a payment method at a provider. It is unlisted and not yet approved. */
export async function openProviderMethod(core: Core, owner: Owner): Promise<OwnedCard> {
  const { accountId, userId, method } = owner;
  const row = {
    ...UNKNOWN,
    accountId,
    userId,
    brand: providers[method].code,
    status: 'unlisted' as const,
    holderName: '',
    numberDigest: randomBytes(DIGEST_BYTES),
    createdAt: core.clock.now(),
  };
  return insertCard(core, row);
}

/** Fills in the card to bill, reported by the provider. */
export async function fillProviderMethod(
  { db, masterKey }: Core,
  { method, funding }: { readonly method: OwnedCard; readonly funding: Funding },
): Promise<OwnedCard> {
  const { number, expMonth, expYear } = funding;
  const values = {
    expMonth,
    expYear,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    numberDigest: cardNumberDigest(masterKey, method.accountId, `${method.brand}:${number}`),
    ...sealCardNumber(masterKey, method, number),
  };
  await db.update(cards).set(values).where(eq(cards.id, method.id));
  return { ...method, ...values };
}
