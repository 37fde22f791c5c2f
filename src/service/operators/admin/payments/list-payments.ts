import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { PaymentQuery, PaymentsAnswer } from '../../../../contract/admin/payments.ts';
import { isProviderCode } from '../../../../contract/billing/providers.ts';
import { isAnyOf } from '../../../../store/any-of.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { paymentState } from '../../../payments/model/states.ts';
import { accounts } from '../../../tables/accounts.ts';
import { type OperationRow, operations, payments } from '../../../tables/payments.ts';
import { PAGE_SIZE, pageOf } from '../page.ts';
import { metadataOrderOf, type PaymentStart, paymentSummary, selectStarts } from './summary.ts';

/** The most transactions that one answer searches without an index. */
const MAX_EXAMINED = 2_000;
/** So few that every plan takes the index, however small the tables are (indexes.test.ts). */
const BATCH = 20;
/** The most payments of one order that a search finds: its newest. */
const MAX_OF_ORDER = 1_000;

type PaymentPage = Omit<PaymentsAnswer, 'status'>;

/** A page of payments, newest first. Ids of operations sort by time, and have the only index that does. */
export async function listPayments(core: Core, query: PaymentQuery): Promise<PaymentPage> {
  const { search } = query;
  const ids = search === undefined ? [] : await findByName(core, search);
  if (ids.length > 0) return namedPage(core, { query, ids });
  return searchAll(core, query);
}

/** Ids of the payments that have this id themselves, or an order or a transaction that has it. */
async function findByName({ db }: Core, id: string): Promise<string[]> {
  // Indexes begin with the account.
  const ofAnyAccount = db.select({ id: accounts.id }).from(accounts);
  const ofOrder = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.accountId, ofAnyAccount), eq(payments.orderId, id)))
    .orderBy(desc(payments.createdAt))
    .limit(MAX_OF_ORDER);
  const ofTransaction = await db
    .select({ id: operations.paymentId })
    .from(operations)
    .where(and(inArray(operations.accountId, ofAnyAccount), eq(operations.transactionId, id)));
  const itself = z.uuid().safeParse(id).success
    ? await db.select({ id: payments.id }).from(payments).where(eq(payments.id, id))
    : [];
  return [...new Set([...ofOrder, ...ofTransaction, ...itself].map((found) => found.id))];
}

type NamedPayments = { readonly query: PaymentQuery; readonly ids: readonly string[] };

async function namedPage(core: Core, { query, ids }: NamedPayments): Promise<PaymentPage> {
  const { before, search = '' } = query;
  const byMetadata = await latestOfOrder(core, search);
  const isBefore = before === undefined ? undefined : lt(operations.id, before);
  const isNamed = inArray(operations.paymentId, [...ids, ...byMetadata.ids]);
  const starts = await selectStarts(core.db, and(isNamed, isBefore)).orderBy(desc(operations.id));
  const page = paymentPageOf(starts.filter((start) => isWanted(start, { ...query, search: undefined })));
  return { ...page, searched_until: byMetadata.until?.toISOString() ?? null };
}

/** Payments whose start's metadata name this order. No index finds them, so only the latest are searched. */
async function latestOfOrder(core: Core, order: string) {
  const ids: string[] = [];
  let last: Place | undefined;
  for (let examined = 0; examined < MAX_EXAMINED; examined += BATCH) {
    const places = await placesBefore(core, last?.id);
    const found = places.filter((place) => metadataOrderOf(place) === order);
    ids.push(...found.map(({ paymentId }) => paymentId));
    if (places.length < BATCH) return { ids, until: null };
    last = places.at(-1);
  }
  return { ids, until: last?.createdAt ?? null };
}

/** Looks at all payments from the newest on, some at a time. */
async function searchAll(core: Core, query: PaymentQuery): Promise<PaymentPage> {
  const found: PaymentStart[] = [];
  let last: Place | undefined;
  for (let examined = 0; examined < MAX_EXAMINED && found.length <= PAGE_SIZE; examined += BATCH) {
    const places = await placesBefore(core, last?.id ?? query.before);
    const ids = places.map(({ id }) => id);
    const starts = await selectStarts(core.db, isAnyOf(operations.id, ids)).orderBy(desc(operations.id));
    found.push(...starts.filter((start) => isWanted(start, query)));
    if (places.length < BATCH) return paymentPageOf(found);
    last = places.at(-1);
  }
  const page = paymentPageOf(found);
  if (page.next !== null || !last) return page;
  return { ...page, next: last.id, searched_until: last.createdAt.toISOString() };
}

type Place = Pick<OperationRow, 'id' | 'createdAt' | 'paymentId' | 'metadata'>;

function placesBefore({ db }: Core, before: string | undefined): Promise<Place[]> {
  return db
    .select({
      id: operations.id,
      createdAt: operations.createdAt,
      paymentId: operations.paymentId,
      metadata: operations.metadata,
    })
    .from(operations)
    .where(before === undefined ? undefined : lt(operations.id, before))
    .orderBy(desc(operations.id))
    .limit(BATCH);
}

function isWanted(found: PaymentStart, { account_id: accountId, search, state }: PaymentQuery): boolean {
  const { payment } = found;
  if (accountId !== undefined && payment.accountId !== accountId) return false;
  if (search !== undefined && !matchesSearch(found, search)) return false;
  return state === undefined || paymentState(payment) === state;
}

function matchesSearch({ start, card, externalId }: PaymentStart, search: string): boolean {
  const isLast4 = search === card.last4 && isCard(card);
  return isLast4 || search === externalId || search === metadataOrderOf(start);
}

/** The card behind a provider's method is shown nowhere. */
function isCard({ brand }: PaymentStart['card']): boolean {
  return !isProviderCode(brand);
}

function paymentPageOf(found: readonly PaymentStart[]): PaymentPage {
  const { page, next } = pageOf(found, ({ start }) => start.id);
  return { payments: page.map(paymentSummary), next, searched_until: null };
}
