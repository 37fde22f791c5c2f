import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMerchantClient } from 'embeddable-wallet/server';
import { Webhook } from 'standardwebhooks';
import { shopApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openJournal } from '../records/journal.ts';
import { openOrders } from '../records/orders.ts';
import { openSessions } from '../sessions.ts';
import { walletServiceDouble } from './wallet-service-double.ts';

export const shopper = 'user-3f0c5a56-0f7e-4a5c-9d43-0e6f6b1f2a11';
export const paymentMethod = { cc_token: 'cct_1', encrypted_cvv: null, name: 'Visa' };
export const sale = { mode: 'SALE', paymentMethod };

const webhookSecret = `whsec_${Buffer.from('a secret of the test, long enough').toString('base64')}`;

export type ShopUnderTest = Awaited<ReturnType<typeof shopUnderTest>>;

/** The shop's backend beside a double of the service, for tests. */
export async function shopUnderTest() {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const double = await walletServiceDouble();
  const forStaff: string[] = [];

  /** As in development, where the drawer names the billing method, or as a shop is. */
  function openShop(drawer: '0' | '1' = '1') {
    const config = readConfig({
      DATA_DIR: folder,
      SERVICE_URL: double.url,
      SECRET_KEY: 'sk_of_the_test',
      DEMO_DRAWER: drawer,
      WEBHOOK_SECRET: webhookSecret,
      INSPECTOR_TOKEN: 'it_of_the_test',
      INSPECTOR_PORT: new URL(double.url).port,
    });
    const service = createMerchantClient({ baseUrl: config.serviceUrl, secretKey: config.secretKey });
    const shop = {
      orders: openOrders(openJournal(join(config.dataDir, 'orders.jsonl'))),
      service,
      sessions: openSessions({ service, merchantId: config.merchantId }),
      merchantId: config.merchantId,
      merchantRef: config.merchantRef,
      callbackUrl: config.callbackUrl,
      tellStaff: (text: string) => forStaff.push(text),
    };
    return { app: shopApp(shop, { config, logFault: () => {} }) };
  }

  /** The shop as it starts; called twice in one test it is a restart. */
  function startShop(drawer?: '0' | '1', speaking: Record<string, string> = {}) {
    const { app } = openShop(drawer);
    return async (method: string, path: string, body?: object) => {
      const response = await app.request(`/api${path}`, {
        method,
        headers: { Cookie: `shopper=${shopper}`, 'Content-Type': 'application/json', ...speaking },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
  }

  /** A payment that the wallet made at a provider: nothing of it went through this shop. */
  function paidAtProvider(orderID: string, { amount = '48.50', currency = 'EUR' } = {}) {
    const payment = { transactionID: crypto.randomUUID(), method: 'SALE', orderID, amount, currency };
    double.state.billed.push(payment);
    return payment;
  }

  const close = () => {
    double.close();
    rmSync(folder, { recursive: true });
  };
  return { double, forStaff, openShop, startShop, paidAtProvider, callbackOf, close };
}

/** An order as it is before the shopper goes to a provider. */
export async function placed(call: ReturnType<ShopUnderTest['startShop']>) {
  const { body } = await call('POST', '/orders/placed', {});
  const path = `/orders/${body.order.id}`;
  const report = async (transactionId: string) =>
    (await call('POST', `${path}/payment`, { transactionId })).body.order;
  return { id: body.order.id, path, report };
}

/** As the service would tell it. */
function callbackOf(
  order: { id: string; transactionId: string | null },
  { at = new Date(), by = webhookSecret, id = 'msg_1' } = {},
) {
  const body = JSON.stringify({
    transaction: { order_id: order.id, transaction_id: order.transactionId, log: '7', metadata: [] },
    notification_details: { isSuccess: '1', info: 'SALE_SUCCEEDED' },
  });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(id, at, body),
  };
  return { method: 'POST', headers, body };
}
