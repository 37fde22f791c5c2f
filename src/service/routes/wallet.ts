import { Hono } from 'hono';
import {
  AliasForm,
  CardForm,
  type MethodsAnswer,
  type PaymentMethodAnswer,
} from '../../contract/wallet-api.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { authenticateWallet } from '../http/authenticate.ts';
import { clientAddress } from '../http/client-address.ts';
import { readForm } from '../http/form-body.ts';
import { parseForm } from '../http/parse-form.ts';
import { aliasSavedCard } from '../vault/alias-saved-card.ts';
import { savedCards } from '../vault/saved-cards.ts';
import { tokenizeCard } from '../vault/tokenize-card.ts';

/** What the wallet frame calls with its access token. */
export function walletRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/wallet/api/v1/cards', answerCard);
  routes.post('/wallet/api/v1/aliases', answerAlias);
  routes.get('/wallet/api/v1/methods', answerMethods);
  return routes;
}

async function answerCard(c: AppContext) {
  const caller = await authenticateWallet(c);
  const form = parseForm(CardForm, await readForm(c));
  const paymentMethod = await tokenizeCard(c.var.service, { caller, form });
  return c.json({ status: 'OK', paymentMethod, ip: clientAddress(c) } satisfies PaymentMethodAnswer);
}

async function answerAlias(c: AppContext) {
  const caller = await authenticateWallet(c);
  const form = parseForm(AliasForm, await readForm(c));
  const paymentMethod = await aliasSavedCard(c.var.service, { caller, form });
  return c.json({ status: 'OK', paymentMethod, ip: clientAddress(c) } satisfies PaymentMethodAnswer);
}

async function answerMethods(c: AppContext) {
  const caller = await authenticateWallet(c);
  const methods = await savedCards(c.var.service, caller);
  return c.json({ status: 'OK', methods } satisfies MethodsAnswer);
}
