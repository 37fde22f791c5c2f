import type { TestCard } from '../../../../contract/admin/sessions.ts';
import { brandOf } from '../../../../contract/cards/brand-detection.ts';
import { isCardNumber } from '../../../../contract/cards/card-number.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { findOrCreateUser } from '../../../shoppers/sessions/find-or-create-user.ts';
import { listCard, publicIdOf } from '../../../vault/list-card.ts';
import { storeCard } from '../../../vault/store-card.ts';
import { requireAccount } from '../list-accounts.ts';

/**
 * Lists a test card among a user's, as if it had been saved before. Returns its id. The card may have expired, which card entry
 * would refuse. Only test numbers are accepted, whatever the merchants allow.
 */
export async function saveTestCard(core: Core, card: TestCard): Promise<number> {
  const {
    db,
    clock,
    dependencies: { processor },
  } = core;
  const { account_id: accountId, external_id: externalId, number, exp_month, exp_year } = card;
  const brand = isCardNumber(number) && processor.isTestNumber(number) ? brandOf(number) : null;
  if (brand === null) {
    throw new ServiceError(
      'test_card_required',
      'Cannot save the card: not a test number, the sandbox takes no other',
      { param: 'number' },
    );
  }
  await requireAccount(core, accountId);
  const { id: userId } = await findOrCreateUser(db, { accountId, externalId, now: clock.now() });
  const expiry = { expMonth: exp_month, expYear: exp_year };
  const storedCard = await storeCard(core, {
    accountId,
    userId,
    brand,
    number,
    holderName: '',
    ...expiry,
  });
  return publicIdOf(await listCard(core, storedCard));
}
