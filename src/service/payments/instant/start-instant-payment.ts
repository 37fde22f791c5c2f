import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { InstantForm } from '../../../contract/billing/instant-api.ts';
import { text } from '../../../contract/forms/form-values.ts';
import type { Provider, ProviderUse } from '../../../contract/forms/provider-names.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { changedToken } from '../../base/seals/card-token.ts';
import { ServiceError } from '../../base/service-error.ts';
import { ulid } from '../../base/ulid.ts';
import { offersOf } from '../../shoppers/accounts/offers-of.ts';
import { requirePageUrls } from '../../shoppers/accounts/require-page-urls.ts';
import { lockUser } from '../../shoppers/sessions/lock-user.ts';
import { requireView } from '../../shoppers/sessions/require-view.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { walletMerchant } from '../../shoppers/sessions/wallet-merchant.ts';
import type { MerchantRow } from '../../tables/accounts.ts';
import { type ProviderPaymentRow, providerPayments } from '../../tables/provider-payments.ts';
import { issueCardToken } from '../../vault/issue-card-token.ts';
import { openProviderMethod } from '../../vault/provider-method.ts';
import { processorUnavailable } from '../attempts.ts';
import { refusePageSwitches, transactionMetadata } from '../metadata.ts';
import { pendingOperation } from '../model/billing-request.ts';
import { minorUnits, refuseOutOfBounds } from '../model/money.ts';
import { refuseMotoAtProvider } from '../model/moto.ts';
import type { MetadataEntry } from '../model/transaction.ts';
import { insertPendingStart } from '../record-outcome.ts';
import { SHOPPER_ANSWERS_WITHIN_MS, setTimer } from '../timers.ts';
import { newPayment } from '../write-operation.ts';
import { openStartCount } from './count-start.ts';
import { endOpenPayments } from './end-provider-payment.ts';
import { lockAndReadAgain } from './find-provider-payment.ts';
import { providerAddress } from './provider-address.ts';

const OrderId = text(64);

type InstantStart = {
  readonly caller: WalletCaller;
  readonly form: InstantForm;
  /** The wallet's locale: a tag that has texts. */
  readonly locale: string;
  /** The form's `metadata`, parsed. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Digest of all parameters. */
  readonly attemptDigest: Uint8Array;
  /** UUID, the `Request-Id` of the answer. */
  readonly requestId: string;
  /** Where the wallet is. */
  readonly address: string;
};

/**
 * Fixes the amount and opens the payment at the provider. A repeated attempt gets the same payment. All other open
 * payments of this user at providers, on any page, end first: two open sheets never charge twice.
 */
export async function startInstantPayment(core: Core, start: InstantStart): Promise<ProviderPaymentRow> {
  const { caller, form, locale } = start;
  requireView(caller, 'CHECKOUT');
  const merchant = await walletMerchant(core, caller, form.merchant_id);
  const use = useOf(merchant, form.method);
  const row = { ...rowOf(core, start), use, merchantId: merchant.id };
  refuseOutOfBounds(merchant.settings, row);
  const callbackUrl = await requirePageUrls(core, {
    accountId: caller.accountId,
    returnUrl: form.return_url,
    callbackUrl: form.callback_url,
    notificationUrls: merchant.settings.notificationUrls,
  });
  if (form.opens === 'redirect' && form.return_url === undefined) throw missingReturnUrl();
  refusePageSwitches(start.metadata);
  const metadata = transactionMetadata(core, start.metadata);
  refuseMotoAtProvider(metadata);
  const isStarted = async () => (await findAttempt(core, row)) !== undefined;
  const count = await openStartCount(core, { caller, address: start.address, isStarted });
  // Cannot deadlock: a sale at a provider saves no card, so no locked sale waits for the user's row.
  await lockUser(core, caller.userId);
  const earlier = await findAttempt(core, row);
  if (earlier) {
    const current = await lockAndReadAgain(core, requireSameStart(earlier, row));
    return updateLocale(core, { row: current, locale });
  }
  if ((await providerAddress(core, row)) === undefined) throw processorUnavailable();
  await endOpenPayments(core, caller.userId);
  const operationId =
    use === 'instant' ? await recordSale(core, { start, merchant, metadata, callbackUrl, row }) : null;
  const [started] = await core.db
    .insert(providerPayments)
    .values({ ...row, operationId })
    .returning();
  if (!started) throw new Error('Cannot start the payment: the insert returned no row, expected one');
  await count(core);
  return started;
}

type NewProviderPayment = Omit<ProviderPaymentRow, 'operationId' | 'use' | 'merchantId'>;

function rowOf(core: Core, { caller, form, attemptDigest, locale }: InstantStart): NewProviderPayment {
  const createdAt = core.clock.now();
  return {
    id: randomBytes(16).toString('hex'),
    accountId: caller.accountId,
    userId: caller.userId,
    walletSessionId: caller.walletSessionId,
    attempt: form.attempt,
    attemptDigest,
    method: form.method,
    opens: form.opens,
    amount: minorUnits(form.amount, form.currency),
    currency: form.currency,
    returnUrl: form.return_url ?? null,
    locale,
    status: 'OPEN',
    tokenId: null,
    listOnSuccess: form.saveForLater === true && !caller.isGuest,
    expiresAt: new Date(createdAt.getTime() + SHOPPER_ANSWERS_WITHIN_MS),
    endedAt: null,
    createdAt,
  };
}

function useOf({ settings, ref }: MerchantRow, method: Provider): ProviderUse {
  const offer = offersOf(settings).find((each) => each.method === method);
  if (offer) return offer.use;
  throw new ServiceError(
    'method_not_enabled',
    `Cannot start the payment: merchant '${ref}' does not offer '${method}', expected one of its methods`,
    { param: 'method' },
  );
}

async function findAttempt({ db }: Core, { userId, attempt }: NewProviderPayment) {
  const [row] = await db
    .select()
    .from(providerPayments)
    .where(and(eq(providerPayments.userId, userId), eq(providerPayments.attempt, attempt)));
  return row;
}

type Sale = {
  readonly start: InstantStart;
  readonly merchant: MerchantRow;
  readonly metadata: MetadataEntry[];
  /** The callback URL for the sale's outcome. */
  readonly callbackUrl: string | undefined;
  /** `amount` in minor units. */
  readonly row: Pick<ProviderPaymentRow, 'amount' | 'expiresAt'>;
};

/** Writes the rows of a sale that waits for its provider. Returns its operation's id. */
async function recordSale(core: Core, sale: Sale): Promise<string> {
  const { start, merchant, metadata, callbackUrl, row } = sale;
  const { amount, expiresAt } = row;
  const { form, requestId } = start;
  const { accountId, userId, walletSessionId } = start.caller;
  const now = core.clock.now();
  const method = await openProviderMethod(core, { accountId, userId, method: form.method });
  const issue = { card: method, life: 'once', walletSessionId, merchantId: merchant.id } as const;
  const { token } = await issueCardToken(core, issue);
  const payment = newPayment(core, {
    token,
    card: method,
    accountId,
    merchantId: merchant.id,
    processor: merchant.settings.processor,
    orderId: orderIdIn(metadata),
    startedBy: 'page',
    isAnonymous: start.caller.isGuest,
    currency: form.currency,
    now,
  });
  const paymentId = payment.id;
  const operation = pendingOperation(
    { accountId, method: 'SALE', metadata, requestId, now },
    {
      amount,
      transactionId: `txn_${ulid(now)}`,
      paymentId,
      refTransactionId: '',
      callbackUrl: callbackUrl ?? null,
    },
  );
  const operationId = operation.id;
  await insertPendingStart(core, {
    payment: { ...payment, awaitsProvider: true },
    operation,
    merchant,
    card: method,
    token: changedToken(core, token, { consumedBy: operationId }),
  });
  await setTimer(core, { paymentId, operationId, kind: 'expire-provider-payment', dueAt: expiresAt });
  return operationId;
}

/** The order that a page names in its metadata, where billing would take it as `orderID`. Rule: instant/order-id. */
function orderIdIn(metadata: readonly MetadataEntry[]): string | undefined {
  return OrderId.safeParse(metadata.find(({ key }) => key === 'order_id')?.value).data;
}

/** Takes over the wallet's language, which the shopper may have changed since. */
async function updateLocale(
  { db }: Core,
  { row, locale }: { readonly row: ProviderPaymentRow; readonly locale: string },
): Promise<ProviderPaymentRow> {
  if (row.locale === locale) return row;
  await db.update(providerPayments).set({ locale }).where(eq(providerPayments.id, row.id));
  return { ...row, locale };
}

/** A payment keeps its first amount: another amount under its name is refused, not charged. */
function requireSameStart(
  earlier: ProviderPaymentRow,
  { attemptDigest }: NewProviderPayment,
): ProviderPaymentRow {
  if (equalDigests(earlier.attemptDigest, attemptDigest)) return earlier;
  throw new ServiceError(
    'idempotency_key_reused',
    'Cannot start the payment: this attempt was started with other parameters, expected a new attempt',
    { param: 'attempt' },
  );
}

function missingReturnUrl() {
  return new ServiceError(
    'parameter_missing',
    "Cannot start the payment: found no 'return_url', required where the page itself goes to the provider",
    { param: 'return_url' },
  );
}
