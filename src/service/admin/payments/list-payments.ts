import { and, desc, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { PaymentQuery, PaymentsAnswer } from '../../../contract/admin/payments.ts';
import type { ServiceContext } from '../../context/context.ts';
import { paymentState } from '../../payments/model/states.ts';
import { accounts } from '../../tables/accounts.ts';
import { cards } from '../../tables/cards.ts';
import { operations, payments } from '../../tables/payments.ts';
import { users } from '../../tables/sessions.ts';
import { PAGE_READ, PAGE_SIZE } from '../page.ts';
import { type PaymentStart, paymentSummary, selectStarts } from './summary.ts';

/** The most transactions that one answer looks through where no index helps. */
const LOOKED_AT = 2_000;
/** The most payments of one order that a search finds: its newest. */
const OF_ORDER = 1_000;

type Listed = Omit<PaymentsAnswer, 'status'>;

/** A page of payments, newest first. Ids of operations sort by time, and have the only index that does. */
export async function listPayments(context: ServiceContext, query: PaymentQuery): Promise<Listed> {
  const { search } = query;
  const named = search === undefined ? [] : await paymentsNamed(context, search);
  if (named.length > 0) return pageOfNamed(context, { query, named });
  const seen = search === undefined ? undefined : or(eq(cards.last4, search), eq(users.externalId, search));
  return pageOfAll(context, { query, seen });
}

/** Ids of the payments that have this id themselves, or an order or a transaction that has it. */
async function paymentsNamed({ db }: ServiceContext, id: string): Promise<string[]> {
  // Indexes begin with the account.
  const ofAnyAccount = db.select({ id: accounts.id }).from(accounts);
  const ofOrder = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.accountId, ofAnyAccount), eq(payments.orderId, id)))
    .orderBy(desc(payments.createdAt))
    .limit(OF_ORDER);
  const ofTransaction = await db
    .select({ id: operations.paymentId })
    .from(operations)
    .where(and(inArray(operations.accountId, ofAnyAccount), eq(operations.transactionId, id)));
  const itself = z.uuid().safeParse(id).success
    ? await db.select({ id: payments.id }).from(payments).where(eq(payments.id, id))
    : [];
  return [...new Set([...ofOrder, ...ofTransaction, ...itself].map((found) => found.id))];
}

type Named = { readonly query: PaymentQuery; readonly named: readonly string[] };

async function pageOfNamed({ db }: ServiceContext, { query, named }: Named): Promise<Listed> {
  const found = await selectStarts(
    db,
    and(inArray(operations.paymentId, [...named]), narrowed(query)),
  ).orderBy(desc(operations.id));
  return pageOf(found.filter((start) => isInState(start, query)));
}

type Looking = { readonly query: PaymentQuery; readonly seen: SQL | undefined };

async function pageOfAll({ db }: ServiceContext, { query, seen }: Looking): Promise<Listed> {
  const [oldest] = await db
    .select({ id: operations.id, createdAt: operations.createdAt })
    .from(operations)
    .where(isBefore(query))
    .orderBy(desc(operations.id))
    .offset(LOOKED_AT - 1)
    .limit(1);
  const isLookedAt = oldest && gte(operations.id, oldest.id);
  const starts = selectStarts(db, and(isLookedAt, seen, narrowed(query))).orderBy(desc(operations.id));
  // A state is computed, so that its rows are counted once they are read.
  const found = await (query.state === undefined ? starts.limit(PAGE_READ) : starts);
  const page = pageOf(found.filter((start) => isInState(start, query)));
  if (page.next !== null || !oldest) return page;
  return { ...page, next: oldest.id, searched_until: oldest.createdAt.toISOString() };
}

function narrowed(query: PaymentQuery): SQL | undefined {
  const { account_id: accountId } = query;
  return and(accountId === undefined ? undefined : eq(operations.accountId, accountId), isBefore(query));
}

function isBefore({ before }: PaymentQuery): SQL | undefined {
  return before === undefined ? undefined : lt(operations.id, before);
}

function isInState({ payment }: PaymentStart, { state }: PaymentQuery): boolean {
  return state === undefined || paymentState(payment) === state;
}

function pageOf(found: readonly PaymentStart[]): Listed {
  const page = found.slice(0, PAGE_SIZE);
  const next = found.length > PAGE_SIZE ? (page.at(-1)?.start.id ?? null) : null;
  return { payments: page.map(paymentSummary), next, searched_until: null };
}
