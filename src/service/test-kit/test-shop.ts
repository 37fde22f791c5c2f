import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { BillingForm } from '../../contract/billing/billing.ts';
import { CallbackBody } from '../../contract/billing/callback.ts';
import { MerchantSettings } from '../../contract/billing/merchant-settings.ts';
import { readTransaction } from '../api/read-transaction.ts';
import { DEMO_PUBLISHABLE_KEY } from '../base/keys/secret-key.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import { noTracing } from '../base/runtime/tracing.ts';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { billingPartsOf } from '../payments/present/billing-answer.ts';
import { transactionRecordOf } from '../payments/present/record.ts';
import { readUndoing } from '../payments/reversals/read-reversals.ts';
import { accounts, merchants } from '../tables/accounts.ts';
import { callbacks } from '../tables/callbacks.ts';
import { walletSessions } from '../tables/sessions.ts';
import { issueCardToken, type TokenLife } from '../vault/issue-card-token.ts';
import { storeCard } from '../vault/store-card.ts';
import { openTestApp } from './test-app.ts';
import { addAccount, openTestService } from './test-context.ts';
import { bill, connectWallet, createRefreshToken } from './test-verbs.ts';

export const DAY_SECONDS = 86_400;

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
type Values = Record<string, string>;

/** For tests: the demo account on a service in memory, billing as a merchant's backend and wallet would. */
export async function openTestShop(tracing = noTracing) {
  const service = await openTestService(undefined, tracing);
  const { context } = service;
  const app = openTestApp(context);
  const demo = await shopOf(context, DEMO_PUBLISHABLE_KEY);
  const { accountId } = demo;
  const settings = MerchantSettings.parse({ acceptedBrands: ['VI', 'MC'] });
  await context.db
    .insert(merchants)
    .values({ id: 1003, ref: 'second', accountId, settings, createdAt: context.clock.now() });
  return {
    ...demo,
    context,
    close: service.close,
    logged: service.logged,
    advance: (seconds: number) => service.advance(seconds * 1000),
    otherShop: async (merchantId: number) => {
      const { publishableKey } = await addAccount(context, merchantId);
      return shopOf(context, publishableKey);
    },
    post: (path: string, form: Values, headers: Values = { secretKey: 'sk_sandbox_demo' }) =>
      app.request(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    /** Changes a merchant's settings. */
    set: async (merchantId: number, change: Partial<MerchantSettings>) => {
      const changed = MerchantSettings.parse({ ...MerchantSettings.parse({}), ...change });
      await context.db.update(merchants).set({ settings: changed }).where(eq(merchants.id, merchantId));
      context.rowCache.forget();
    },
    found: (transactionId: string) => readTransaction(context, { accountId, transactionId }),
    /** The record that the lookup gives. */
    record: async (transactionId: string) => {
      const found = await readTransaction(context, { accountId, transactionId });
      return transactionRecordOf(context, found, await readUndoing(context, found));
    },
    /** What the callbacks of a transaction tell, in order. */
    told: async (transactionId: string) => {
      const { payment } = await readTransaction(context, { accountId, transactionId });
      const rows = await context.db
        .select()
        .from(callbacks)
        .where(eq(callbacks.paymentId, payment.id))
        .orderBy(callbacks.seq);
      const bodies = await Promise.all(rows.map((row) => bodyToSend(context, row)));
      return bodies.map((body) => CallbackBody.parse(JSON.parse(body)));
    },
    get: (path: string, headers: Values = { secretKey: 'sk_sandbox_demo' }) => app.request(path, { headers }),
  };
}

/** The shop of one account on an existing service. */
export async function shopOf(runtime: Runtime, publishableKey: string) {
  const [account] = await runtime.db
    .select()
    .from(accounts)
    .where(eq(accounts.publishableKey, publishableKey));
  if (!account) throw new Error('no account');
  const accountId = account.id;
  const billForm = async (values: Values, metadata: Record<string, unknown> = {}) => {
    const form = BillingForm.parse(values);
    const input = { caller: { accountId }, form, metadata, unknownNames: [], requestId: randomUUID() };
    const { transaction } = await bill(runtime, input);
    return transaction;
  };
  return {
    accountId,
    bill: billForm,
    /** The parts of a billing answer, as the merchant would read them. */
    answer: async (values: Values, metadata: Record<string, unknown> = {}) =>
      billingPartsOf(runtime, await billForm(values, metadata)),
    /** `merchantId`: the one that its refresh token is for. Default: each that pages may name. */
    openWallet: (shopper: 'user' | 'guest', merchantId?: number) =>
      openWallet(runtime, { accountId, publishableKey, shopper, merchantId }),
  };
}

type WalletOwner = {
  readonly accountId: number;
  readonly publishableKey: string;
  readonly shopper: 'user' | 'guest';
  readonly merchantId: number | undefined;
};

async function openWallet(runtime: Runtime, owner: WalletOwner) {
  const { accountId, publishableKey, shopper, merchantId } = owner;
  const externalId = shopper === 'user' ? randomUUID() : undefined;
  const grant = { accountId, externalId, merchantId, ttl: undefined, custom: undefined };
  const origin = publishableKey === DEMO_PUBLISHABLE_KEY ? 'http://localhost:3000' : 'https://shop.example';
  const load = async (): Promise<Wallet> => {
    const { refreshToken } = await createRefreshToken(runtime, grant);
    return openTab(runtime, {
      accountId,
      merchantId,
      load,
      page: { publishableKey, refreshToken, origin, walletSession: undefined },
    });
  };
  return load();
}

type Tab = {
  readonly accountId: number;
  readonly merchantId: number | undefined;
  readonly page: Parameters<typeof connectWallet>[1];
  load(): Promise<Wallet>;
};

type Wallet = {
  readonly userId: number;
  readonly refreshTokenId: number;
  readonly walletSession: string;
  readonly authorization: Values;
  readonly hasChallenge: boolean;
  /** Another page with the same refresh token. */
  openTab(): Promise<Wallet>;
  /** A page with a refresh token of its own: the same user's, or another guest's. */
  load(): Promise<Wallet>;
  /** A `cc_token` for a Visa card, past card entry. */
  token(number: string, life?: TokenLife, expYear?: number): Promise<string>;
};

async function openTab(runtime: Runtime, tab: Tab): Promise<Wallet> {
  const { accountId, merchantId = null, page, load } = tab;
  const { accessToken, walletSession, hasChallenge = false } = await connectWallet(runtime, page);
  const [session] = await runtime.db
    .select()
    .from(walletSessions)
    .where(eq(walletSessions.id, walletSession));
  if (!session) throw new Error('no session');
  const { userId, refreshTokenId } = session;
  return {
    userId,
    refreshTokenId,
    walletSession,
    authorization: { Authorization: accessToken },
    hasChallenge,
    openTab: () => openTab(runtime, tab),
    load,
    token: async (number: string, life: TokenLife = 'once', expYear = 2040) => {
      const visa = { brand: 'VI' as const, holderName: 'A Shopper', expMonth: 12, expYear };
      const card = await storeCard(runtime, { accountId, userId, number, ...visa });
      const issue = { card, life, walletSessionId: walletSession, merchantId };
      return (await issueCardToken(runtime, issue)).ccToken;
    },
  };
}
