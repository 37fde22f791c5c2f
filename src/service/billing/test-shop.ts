import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { BillingForm } from '../../contract/billing.ts';
import type { IssuerCode } from '../../contract/issuer-codes.ts';
import type { ServiceContext, WalletCaller } from '../context.ts';
import * as schema from '../db/schema.ts';
import { openTestDatabase } from '../db/test-database.ts';
import { masterKey } from '../keys/master-key.ts';
import { openServiceKeys } from '../keys/service-keys.ts';
import { handOver, type TokenLife } from '../vault/hand-over.ts';
import { storeCard } from '../vault/store-card.ts';
import { bill } from './bill.ts';
import { billingPartsOf } from './present.ts';

export const DAY_SECONDS = 86_400;
export const START = new Date('2026-03-01T12:00:00.000Z');
const ALL_BRANDS: IssuerCode[] = ['VI', 'MC', 'AX', 'DC', 'DS', 'JB', 'CU', 'TO', 'TR'];

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** For tests: a service on an empty store in memory, whose clock the test moves, and an account that bills. */
export async function openTestShop() {
  const { db, close } = await openTestDatabase();
  let time = START.getTime();
  const clock = { now: () => new Date(time) };
  const key = masterKey(randomBytes(32));
  const keys = await openServiceKeys({ db, clock, masterKey: key });
  const baseUrl = 'http://127.0.0.1:4000';
  const context: ServiceContext = { db, clock, keys, masterKey: key, baseUrl, log: pino({ enabled: false }) };
  const account = await openAccount(context, { merchantId: 1001 });
  return {
    context,
    close,
    ...account,
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
    otherAccount: (merchantId: number, brands?: IssuerCode[]) => openAccount(context, { merchantId, brands }),
  };
}

type NewAccount = { readonly merchantId: number; readonly brands?: IssuerCode[] | undefined };

async function openAccount(context: ServiceContext, { merchantId, brands = ALL_BRANDS }: NewAccount) {
  const { db, clock } = context;
  const createdAt = clock.now();
  const [account] = await db
    .insert(schema.accounts)
    .values({
      name: 'shop',
      publishableKey: randomUUID(),
      webhookSecret: randomBytes(8),
      origins: [],
      createdAt,
    })
    .returning();
  if (!account) throw new Error('no account');
  const accountId = account.id;
  const merchant = { accountId, acceptedBrands: brands, createdAt };
  await db.insert(schema.merchants).values([
    { ...merchant, id: merchantId, ref: 'demo' },
    { ...merchant, id: merchantId + 1, ref: 'second' },
  ]);
  return {
    accountId,
    /** Bills as the merchant's backend would: form values as text. */
    bill: (values: Record<string, string>, metadata: Record<string, unknown> = {}) =>
      bill(context, {
        caller: { accountId },
        form: BillingForm.parse(values),
        metadata,
        requestId: randomUUID(),
      }),
    /** The same, answered as the merchant would read it. */
    answer: async (values: Record<string, string>, metadata: Record<string, unknown> = {}) => {
      const form = BillingForm.parse(values);
      const input = { caller: { accountId }, form, metadata, requestId: randomUUID() };
      return billingPartsOf((await bill(context, input)).transaction, clock.now());
    },
    openWallet: (isGuest: boolean) => openWallet(context, { accountId, isGuest }),
  };
}

async function openWallet(
  context: ServiceContext,
  { accountId, isGuest }: { readonly accountId: number; readonly isGuest: boolean },
) {
  const { db, clock } = context;
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + DAY_SECONDS * 1000);
  const user = { accountId, isGuest, externalId: isGuest ? null : randomUUID(), createdAt };
  const [{ id: userId } = { id: 0 }] = await db.insert(schema.users).values(user).returning();
  const refreshToken = { digest: randomBytes(32), accountId, userId, expiresAt, createdAt };
  const [{ id: refreshTokenId } = { id: 0 }] = await db
    .insert(schema.refreshTokens)
    .values(refreshToken)
    .returning();
  const walletSessionId = randomUUID();
  await db.insert(schema.walletSessions).values({
    ...{ id: walletSessionId, refreshTokenId, accountId, userId },
    ...{ origin: 'http://localhost:3000', createdAt, lastSeenAt: createdAt },
  });
  const caller: WalletCaller = { accountId, userId, isGuest, walletSessionId };
  return {
    caller,
    refreshTokenId,
    /** A `cc_token` for a card as the frame would get it. */
    token: async (number: string, life: TokenLife = 'once') => {
      const card = await storeCard(context, {
        ...{ accountId, userId, number, brand: 'VI' as const, holderName: 'A Shopper' },
        ...{ expMonth: 12, expYear: 2030 },
      });
      return (await handOver(context, { card, life, walletSessionId })).token;
    },
  };
}
