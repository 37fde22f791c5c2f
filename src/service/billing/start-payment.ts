import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';
import type { ServiceContext } from '../context.ts';
import { type CardRow, cardTokens, type MerchantRow, operations, payments } from '../db/schema.ts';
import { transactionExists } from '../idempotency/answer-once.ts';
import { type ProcessorAnswer, processor } from '../processor/processor.ts';
import { ServiceError } from '../service-error.ts';
import { ulid } from '../ulid.ts';
import { openCardNumber } from '../vault/card-number.ts';
import { listCard } from '../vault/list-card.ts';
import { redeemToken } from '../vault/redeem-token.ts';
import type { TokenAndCard } from '../vault/sandbox-token.ts';
import { loadTransaction } from './load-transaction.ts';
import type { StartForm } from './methods.ts';
import { type Billing, operationOf } from './operation.ts';
import type { Amounts } from './states.ts';

const AUTHORISATION_DAYS = 7;
const DAY_MS = 86_400_000;

type Start = Billing<StartForm>;

/** SALE and AUTH, inside the caller's transaction. */
export async function startPayment(context: ServiceContext, start: Start): Promise<string> {
  const { accountId, form } = start;
  if (form.transactionID !== undefined) await refuseTaken(context, accountId, form.transactionID);
  const merchant = await resolveMerchant(context, {
    accountId,
    merchantId: form.merchant_id,
    merchantRef: form.merchantRef,
  });
  const redeemed = await redeemToken(context, { accountId, ccToken: form.ccToken });
  refuseOtherBrands(merchant, redeemed.card);
  const transactionId = form.transactionID ?? `txn_${ulid(start.now)}`;
  const answer = authorise(context, { start, card: redeemed.card, transactionId });
  await record(context, { start, merchant, redeemed, answer, transactionId });
  return transactionId;
}

/** The same start again was answered before it came here. */
async function refuseTaken(context: ServiceContext, accountId: number, transactionId: string) {
  if (await loadTransaction(context, { accountId, transactionId })) throw transactionExists();
}

function refuseOtherBrands({ settings: { acceptedBrands } }: MerchantRow, { brand }: CardRow) {
  if (acceptedBrands.includes(brand)) return;
  throw new ServiceError(
    'card_brand_not_accepted',
    `Cannot bill the card: it is ${brand}, the merchant accepts ${acceptedBrands.join(', ')}`,
    { param: 'ccToken' },
  );
}

type Asking = { readonly start: Start; readonly card: CardRow; readonly transactionId: string };

function authorise({ masterKey }: ServiceContext, { start, card, transactionId }: Asking): ProcessorAnswer {
  const { id, accountId, numberCiphertext, wrappedKey, expMonth, expYear } = card;
  if (numberCiphertext === null || wrappedKey === null) {
    throw new Error(`Cannot bill card ${id}: its number was erased, expected a token that says so`);
  }
  const number = openCardNumber(masterKey, { id, accountId }, { numberCiphertext, wrappedKey });
  return processor.decide({
    kind: start.form.method === 'SALE' ? 'sale' : 'authorise',
    card: { number, expMonth, expYear },
    transactionId,
    amount: start.amount,
    currency: start.form.currency,
    metadata: start.metadata,
    now: start.now,
  });
}

type Recording = {
  readonly start: Start;
  readonly merchant: MerchantRow;
  readonly redeemed: TokenAndCard;
  readonly answer: ProcessorAnswer;
  readonly transactionId: string;
};

async function record(context: ServiceContext, recording: Recording) {
  const { start, merchant, redeemed, answer, transactionId } = recording;
  const { accountId, form, now } = start;
  const isKept = answer.approved && redeemed.token.listOnSuccess;
  const card = isKept ? await listCard(context, redeemed.card) : redeemed.card;
  const paymentId = randomUUID();
  await context.db.insert(payments).values({
    id: paymentId,
    accountId,
    merchantId: merchant.id,
    userId: card.userId,
    cardId: card.id,
    token: redeemed.token.token,
    orderId: form.orderID ?? `ord_${ulid(now)}`,
    currency: form.currency,
    ...figuresOf(start, answer),
    externalToken: processor.networkToken(card.fingerprint),
    createdAt: now,
  });
  const operation = operationOf(start, {
    answer,
    transactionId,
    paymentId,
    refTransactionId: '',
  });
  await context.db.insert(operations).values(operation);
  const kept = {
    cardId: card.id,
    isSingleUse: false,
    isShortLive: false,
    listOnSuccess: false,
    expiresAt: null,
  };
  const use = isKept ? kept : redeemed.token.isSingleUse ? { consumedBy: operation.id } : undefined;
  if (!use) return;
  await context.db.update(cardTokens).set(use).where(eq(cardTokens.token, redeemed.token.token));
}

function figuresOf({ form, amount, now }: Start, { approved }: ProcessorAnswer): Partial<Amounts> {
  if (!approved) return { failed: true };
  if (form.method === 'SALE') return { authorised: amount, captured: amount };
  const authorisationExpiresAt = new Date(now.getTime() + AUTHORISATION_DAYS * DAY_MS);
  return { authorised: amount, authorisationExpiresAt };
}
