import { and, eq } from 'drizzle-orm';
import { brandOf } from '../../contract/cards/brand-detection.ts';
import { isCardNumber } from '../../contract/cards/card-number.ts';
import { insertWithFreeId } from '../../store/random-id.ts';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import type { BillableToken, SandboxCard, SandboxTokens } from '../base/runtime/service-dependencies.ts';
import { cardNumberDigest } from '../base/seals/card-number.ts';
import { ownedCard } from '../base/seals/card-owner.ts';
import { isIntactCard, isIntactToken } from '../base/seals/intact-rows.ts';
import { cards } from '../tables/cards.ts';
import { cardTokens } from '../tables/payments.ts';
import { users } from '../tables/sessions.ts';
import { issueCardToken } from '../vault/issue-card-token.ts';
import { storeCard } from '../vault/store-card.ts';

/** An expiry that never passes, whatever the test clock says. */
const EXPIRY = { expMonth: 12, expYear: 2099 };

export const sandboxTokens: SandboxTokens = {
  numberOf: sandboxNumber,
  find: findSandboxCard,
  exchange: exchangeSandboxToken,
};

/** The card number of `tok_sandbox_<number>`, which names that card without a wallet. */
function sandboxNumber(ccToken: string): string | undefined {
  return /^tok_sandbox_([0-9]{12,19})$/.exec(ccToken)?.[1];
}

/**
 * Makes the alias that a sandbox token is exchanged for: a card of the account's sandbox user. Undefined for a number
 * that card entry would refuse.
 */
async function exchangeSandboxToken(
  core: Core,
  { accountId, number }: SandboxCard,
): Promise<BillableToken | undefined> {
  const isAccepted = isCardNumber(number) && core.dependencies.processor.isTestNumber(number);
  const brand = isAccepted ? brandOf(number) : null;
  if (brand === null) return undefined;
  const userId = await lockSandboxUser(core, accountId);
  const madeMeanwhile = await findSandboxCard(core, { accountId, number });
  if (madeMeanwhile) return madeMeanwhile;
  const card = await storeCard(core, { accountId, userId, brand, number, holderName: '', ...EXPIRY });
  const anywhere = { walletSessionId: null, merchantId: null };
  const { token } = await issueCardToken(core, { card, life: 'as-long-as-card', ...anywhere });
  return { card, token, isGuest: false };
}

/**
 * The alias, if the account used this number before. Cards of wallets are not read, so the time taken reveals nothing
 * of them.
 */
async function findSandboxCard(
  core: Core,
  { accountId, number }: SandboxCard,
): Promise<BillableToken | undefined> {
  const numberDigest = cardNumberDigest(core.masterKey, accountId, number);
  const rows = await sandboxAlias(core.db, { accountId, numberDigest });
  return rows.find(({ token, card }) => isIntactToken(core, token, card) && isIntactCard(core, card));
}

const sandboxAlias = readStatement<{ accountId: number; numberDigest: Uint8Array }, BillableToken>((db) =>
  db
    .select({ token: cardTokens, card: ownedCard, isGuest: users.isGuest })
    .from(cards)
    .innerJoin(cardTokens, eq(cardTokens.cardId, cards.id))
    .innerJoin(users, eq(users.id, cards.userId))
    .where(
      and(
        eq(users.accountId, placeholder('accountId', users.accountId)),
        users.isSandbox,
        eq(cards.numberDigest, placeholder('numberDigest', cards.numberDigest)),
      ),
    ),
);

async function lockSandboxUser({ db, clock }: Core, accountId: number): Promise<number> {
  const user = { accountId, isGuest: false, isSandbox: true, createdAt: clock.now() };
  const { id } = await insertWithFreeId(async () => {
    await db.insert(users).values(user).onConflictDoNothing();
    const [row] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.accountId, accountId), users.isSandbox))
      .for('no key update');
    return row;
  });
  return id;
}
