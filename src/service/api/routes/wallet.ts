import { Hono } from 'hono';
import { positiveInteger } from '../../../contract/forms/form-values.ts';
import {
  AliasForm,
  type CardAnswer,
  CardForm,
  EditForm,
  type MethodsAnswer,
  type PaymentMethodAnswer,
  type VaultKeyAnswer,
} from '../../../contract/frame/wallet-api.ts';
import type { ActName } from '../../base/audit/record-act.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { newestSeq } from '../../shoppers/session-events/stored-events.ts';
import { browserHeaders } from '../../vault/browser-facts.ts';
import { requireEntered } from '../../vault/card-attempts.ts';
import { editCard, makeDefaultCard } from '../../vault/saved-cards/edit-card.ts';
import { handOverSavedCard } from '../../vault/saved-cards/hand-over-saved-card.ts';
import { type CardChange, cardNotFound, type OwnCard } from '../../vault/saved-cards/own-card.ts';
import { removeCard, restoreCard } from '../../vault/saved-cards/remove-card.ts';
import { readSavedCards } from '../../vault/saved-cards/saved-cards.ts';
import { openSentCard, tokenizeCard } from '../../vault/tokenize-card.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { clientAddress } from '../http/client-address.ts';
import { readForm } from '../http/form-body.ts';
import { authenticateWalletToBegin } from '../http/middleware/authenticate.ts';
import { countRequest } from '../http/middleware/rate-limits.ts';
import { actorOf, runRecorded } from '../http/middleware/run-recorded.ts';
import { parseForm } from '../http/parse-form.ts';

/** What the wallet frame calls with its access token. */
export function walletRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/wallet/api/v1/cards', answerCard);
  routes.post('/wallet/api/v1/aliases', answerAlias);
  routes.get('/wallet/api/v1/vault-key', answerVaultKey);
  routes.get('/wallet/api/v1/methods', answerMethods);
  routes.post('/wallet/api/v1/methods/:id/remove', (c) => answerChange(c, 'card.removed', removeCard));
  routes.post('/wallet/api/v1/methods/:id/restore', (c) => answerChange(c, 'card.restored', restoreCard));
  routes.post('/wallet/api/v1/methods/:id/default', (c) =>
    answerChange(c, 'card.made-default', makeDefaultCard),
  );
  routes.post('/wallet/api/v1/methods/:id/edit', answerEdit);
  return routes;
}

async function answerCard(c: AppContext) {
  const caller = await authenticateWalletToBegin(c);
  await countRequest(c, 'card-entry', caller.walletSessionId);
  const form = parseForm(CardForm, await readForm(c));
  const ip = clientAddress(c);
  const service = c.get('service');
  const sentCard = await openSentCard(service, { caller, form });
  const entry = { ...sentCard, address: ip, headers: browserHeaders(c.req), by: actorOf(c) };
  const outcome = await runLockingTransaction(service, (core) => tokenizeCard(core, entry));
  const entered = requireEntered(outcome);
  const seq = await newestSeq(service, caller.walletSessionId);
  return c.json({ status: 'OK', ...entered, ip, seq } satisfies CardAnswer);
}

async function answerVaultKey(c: AppContext) {
  await authenticateWalletToBegin(c);
  const service = c.get('service');
  const vaultKey = await service.keys.vault.present(service);
  const serviceTime = service.clock.now().getTime();
  return c.json({ status: 'OK', vaultKey, serviceTime } satisfies VaultKeyAnswer);
}

async function answerAlias(c: AppContext) {
  const caller = await authenticateWalletToBegin(c);
  const form = parseForm(AliasForm, await readForm(c));
  const service = c.get('service');
  const ip = clientAddress(c);
  const browser = { ip, ...browserHeaders(c.req) };
  const paymentMethod = await runLockingTransaction(service, (core) =>
    handOverSavedCard(core, { caller, form, browser }),
  );
  const seq = await newestSeq(service, caller.walletSessionId);
  return c.json({ status: 'OK', paymentMethod, ip, seq } satisfies PaymentMethodAnswer);
}

async function answerMethods(c: AppContext) {
  const caller = await authenticateWalletToBegin(c);
  const methods = await readSavedCards(c.get('service'), caller);
  return c.json({ status: 'OK', methods } satisfies MethodsAnswer);
}

type Change = (core: Core, ownCard: OwnCard) => Promise<CardChange>;

async function answerChange(c: AppContext, act: ActName, change: Change) {
  const caller = await authenticateWalletToBegin(c);
  await readForm(c);
  const id = methodId(c);
  const { accountId, userId } = caller;
  const methods = await runRecorded(c, c.get('service'), async (core) => {
    const { isChanged, methods } = await change(core, { caller, id });
    const record = isChanged ? { act, accountId, subject: `card ${id}`, details: { userId } } : null;
    return { record, result: methods };
  });
  return c.json({ status: 'OK', methods } satisfies MethodsAnswer);
}

async function answerEdit(c: AppContext) {
  const caller = await authenticateWalletToBegin(c);
  await countRequest(c, 'card-entry', caller.walletSessionId);
  const form = parseForm(EditForm, await readForm(c));
  const edit = { caller, id: methodId(c), form, address: clientAddress(c), by: actorOf(c) };
  const outcome = await runLockingTransaction(c.get('service'), (core) => editCard(core, edit));
  const methods = requireEntered(outcome);
  return c.json({ status: 'OK', methods } satisfies MethodsAnswer);
}

function methodId(c: AppContext): number {
  const id = positiveInteger.safeParse(c.req.param('id'));
  if (!id.success) throw cardNotFound('not one the user has kept');
  return id.data;
}
