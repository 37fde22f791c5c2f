import { and, eq } from 'drizzle-orm';
import { isProviderCode } from '../../../contract/billing/providers.ts';
import { networksOf } from '../../../contract/cards/brand-detection.ts';
import { cardBrands } from '../../../contract/cards/card-brands.ts';
import type { EditForm, SavedCard } from '../../../contract/frame/wallet-api.ts';
import { type Actor, recordAct } from '../../base/audit/record-act.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type CardRow, cards } from '../../tables/cards.ts';
import { type CardEntryOutcome, countCardEntry } from '../card-attempts.ts';
import { judgeExpiry } from '../judge-card.ts';
import { type CardChange, cardNotFound, lockOwnCard, type OwnCard } from './own-card.ts';
import { readSavedCards } from './saved-cards.ts';

type Edit = OwnCard & { readonly form: EditForm; readonly address: string; readonly by: Actor };

/**
 * Sets the expiry of a saved card, or the network of its further payments. Payments and tokens stay as they were. It
 * counts as a card entry, because expiries can be guessed by either.
 */
export async function editCard(
  core: Core,
  { form, address, by, ...own }: Edit,
): Promise<CardEntryOutcome<SavedCard[]>> {
  const { accountId, walletSessionId } = own.caller;
  // The number is sealed, so guesses at one stored card are counted by its id.
  const attempt = { accountId, walletSessionId, address, number: `card ${own.id}` };
  return countCardEntry(core, attempt, async () => {
    const card = await lockOwnCard(core, own);
    if (card.status !== 'listed') throw cardNotFound('the user has removed it');
    if (isProviderCode(card.brand)) throw conflict("its provider's, expected a card's", 'id');
    const { brand = card.brand } = form;
    refuseForeign(card, brand);
    const change = { brand, ...expiryOf(form, core.clock.now()) };
    await core.db.update(cards).set(change).where(eq(cards.id, card.id));
    const details = { userId: card.userId, changed: Object.keys(form) };
    await recordAct(core, by, { act: 'card.edited', accountId, subject: `card ${own.id}`, details });
    return readSavedCards(core, own.caller);
  });
}

/** Takes month and year together, or neither. */
function expiryOf({ expMonth, expYear }: EditForm, now: Date) {
  if (expMonth === undefined && expYear === undefined) return {};
  if (expMonth === undefined || expYear === undefined) {
    throw conflict(
      'found one of month and year, expected both',
      expMonth === undefined ? 'expMonth' : 'expYear',
    );
  }
  judgeExpiry({ expMonth, expYear }, now);
  return { expMonth: Number(expMonth), expYear: Number(expYear) };
}

function refuseForeign(card: CardRow, brand: CardRow['brand']) {
  const networks = networksOf(card.bin);
  if (brand === card.brand || networks.some((network) => network === brand)) return;
  const names = networks.map((network) => cardBrands[network].name).join(' or ');
  throw conflict(`its brand is to be ${brand}, expected ${names}`, 'brand');
}

function conflict(found: string, param: string): ServiceError {
  return new ServiceError('parameter_conflict', `Cannot change the card: ${found}`, { param });
}

/** Makes a saved card the user's default in place of any other. */
export async function makeDefaultCard(core: Core, ownCard: OwnCard): Promise<CardChange> {
  const { db } = core;
  const card = await lockOwnCard(core, ownCard);
  if (card.status !== 'listed') throw cardNotFound('the user has removed it');
  const defaults = and(eq(cards.userId, card.userId), eq(cards.isDefault, true));
  await db.update(cards).set({ isDefault: false }).where(defaults);
  await db.update(cards).set({ isDefault: true }).where(eq(cards.id, card.id));
  return { isChanged: !card.isDefault, methods: await readSavedCards(core, ownCard.caller) };
}
