import { Hono } from 'hono';
import * as z from 'zod/mini';
import { jsonBody } from './answers.ts';
import { shopperOf } from './shopper.ts';

type Inspector = {
  readonly inspectorUrl: string;
  readonly inspectorToken: string;
  readonly merchantId: number;
};

/** Every billing refuses it, so no shopper has saved it: the expired card would replace a saved one that looks the same. */
const CARD = '4000000000000069';

const Accounts = z.object({
  accounts: z.array(
    z.object({ account_id: z.int(), merchants: z.array(z.object({ merchant_id: z.int() })) }),
  ),
});

/** What the drawer does by the service's admin API, in development only: a shop must not. */
export function drawerRoutes({ inspectorUrl, inspectorToken, merchantId }: Inspector): Hono {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${inspectorUrl}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Inspector-Token': inspectorToken, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.ok) return answer.json();
    throw new Error(`Asking the inspector for ${path} failed: status ${answer.status}`);
  };
  const app = new Hono();
  // The card is the caller's own: the page names no user.
  app.post('/expired-card', async (c) => {
    await jsonBody(c, z.object({}));
    const { accounts } = Accounts.parse(await ask('/accounts'));
    const isOurs = (merchant: { merchant_id: number }) => merchant.merchant_id === merchantId;
    const account = accounts.find(({ merchants }) => merchants.some(isOurs));
    const card = { account_id: account?.account_id, external_id: shopperOf(c), number: CARD };
    await ask('/users/cards', { ...card, ...lastMonth(new Date()) });
    return c.json({ saved: true }, 201);
  });
  return app;
}

function lastMonth(now: Date) {
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  return { exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() };
}
