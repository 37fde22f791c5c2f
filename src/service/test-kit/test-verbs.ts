import type { Core } from '../base/runtime/core.ts';
import { runLockingTransaction, runTransaction } from '../base/runtime/run-transaction.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import * as claim from '../callbacks/claim-callbacks.ts';
import * as enqueue from '../callbacks/enqueue-callback.ts';
import * as replay from '../callbacks/replay-callback.ts';
import * as accountKeys from '../operators/admin/account-keys.ts';
import * as revoke from '../operators/admin/sessions/revoke-sessions.ts';
import { settleResult } from '../payments/asking/settle-claim.ts';
import type { ClaimResult } from '../payments/attempts.ts';
import { claimBilling } from '../payments/bill.ts';
import * as instant from '../payments/instant/start-instant-payment.ts';
import * as challenge from '../payments/threeds/end-challenge.ts';
import * as box from '../payments/threeds/open-box.ts';
import * as resume from '../payments/threeds/resume-challenge.ts';
import * as account from '../shoppers/accounts/create-account.ts';
import { findAccountByPublishableKey } from '../shoppers/accounts/find-account.ts';
import * as connect from '../shoppers/sessions/connect-wallet.ts';
import * as token from '../shoppers/sessions/create-refresh-token.ts';
import * as remove from '../vault/saved-cards/remove-card.ts';
import * as restore from '../vault/saved-cards/remove-card.ts';

// Verbs as routes and jobs call them: each in a transaction of its own.

type Verb<Rest extends unknown[], Result> = (core: Core, ...rest: Rest) => Promise<Result>;

function inTransaction<Rest extends unknown[], Result>(verb: Verb<Rest, Result>) {
  return (runtime: Runtime, ...rest: Rest) => runLockingTransaction(runtime, (core) => verb(core, ...rest));
}

/** Tries it without locks first. */
function optimistically<Rest extends unknown[], Result>(verb: Verb<Rest, Result>) {
  return (runtime: Runtime, ...rest: Rest) => runTransaction(runtime, (core) => verb(core, ...rest));
}

/** With the question that it claims. */
function claimed<Rest extends unknown[]>(verb: Verb<Rest, ClaimResult>) {
  return async (runtime: Runtime, ...rest: Rest) =>
    settleResult(runtime, await runTransaction(runtime, (core) => verb(core, ...rest)));
}

const endChallenge = claimed(challenge.completeChallenge);

export const addSecretKey = inTransaction(accountKeys.addSecretKey);
export const cancelChallenge = inTransaction(challenge.cancelChallenge);
export const claimCallbacks = inTransaction(claim.claimCallbacks);
export const bill = claimed(claimBilling);
export const completeChallenge = async (...request: Parameters<typeof endChallenge>) =>
  (await endChallenge(...request)).transaction;
export const createAccount = inTransaction(account.createAccount);
export const createRefreshToken = inTransaction(token.createRefreshToken);
export const endWalletSession = inTransaction(revoke.endWalletSession);
export const openBox = optimistically(box.openBox);
export const releaseCallbacks = optimistically(enqueue.releaseCallbacks);
export const removeCard = inTransaction(remove.removeCard);
export const replayCallback = inTransaction(replay.replayCallback);
export const restoreCard = inTransaction(restore.restoreCard);
export const resumeChallenge = inTransaction(resume.resumeChallenge);
export const revokeUser = inTransaction(revoke.revokeUser);
export const startInstantPayment = inTransaction(instant.startInstantPayment);

type Page = Omit<Parameters<typeof connect.connectWallet>[1], 'account'> & {
  readonly publishableKey: string;
};

export async function connectWallet(runtime: Runtime, { publishableKey, ...page }: Page) {
  const account = await findAccountByPublishableKey(runtime, publishableKey);
  return runLockingTransaction(runtime, (core) => connect.connectWallet(core, { ...page, account }));
}
