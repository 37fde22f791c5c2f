import { aroundQuestions, wrapAcquirers } from '../../base/processor/acquirer.ts';
import { createApp } from '../../main/app.ts';
import { applyNotifications } from '../../payments/asking/apply-notifications.ts';
import { openTestAdmin } from '../test-admin.ts';
import { ADYEN_SETTINGS, adyenBench } from './adyen-bench.ts';

/** A real one, as far as the sandbox can tell. */
export const REAL_NUMBER = '4539578763621486';

/** What an operator sends to configure the fake vendor. */
export const configurationOf = (merchantAccount: string, change: object = {}) => ({
  kind: 'adyen',
  merchant_account: merchantAccount,
  api_key: ADYEN_SETTINGS.apiKey,
  is_live: false,
  hmac_keys: ADYEN_SETTINGS.hmacKeys,
  several_captures: ADYEN_SETTINGS.accountsWithSeveralCaptures.includes(merchantAccount),
  ...change,
});

type Admin = Awaited<ReturnType<typeof openTestAdmin>>;

type AdyenShop = Admin & {
  readonly bench: ReturnType<typeof adyenBench>;
  /** The service that asks the fake vendor. */
  readonly app: ReturnType<typeof createApp>;
  readonly wallet: Awaited<ReturnType<Admin['openWallet']>>;
  /** Posts what the vendor tells. */
  notify(raw: { readonly headers: object; readonly body: Uint8Array }, name?: string): Promise<Response>;
  /** Bills as the merchant's backend does. */
  pay(form: Record<string, string>): Promise<Response>;
  /** Ends at the vendor what is pending there, and here what it tells. */
  endPending(): Promise<number>;
};

/** For tests: a service whose merchant 1003 is at the fake Adyen, by the name `adyen-eu`; all others are at the sandbox. */
export async function openAdyenShop(merchantAccount = 'ShopWithSeveral'): Promise<AdyenShop> {
  const admin = await openTestAdmin();
  const bench = adyenBench(merchantAccount);
  const { accountId } = admin;
  const { fetch } = bench;
  const acquirers = wrapAcquirers(admin.context.dependencies.acquirers, (acquirer) =>
    aroundQuestions(acquirer, (ask) => (question, call) => ask(question, { ...call, fetch })),
  );
  const context = { ...admin.context, dependencies: { ...admin.context.dependencies, acquirers } };
  const app = createApp(context);
  const configuration = configurationOf(merchantAccount);
  await admin.call('PUT', `/api/accounts/${accountId}/processors/adyen-eu`, configuration);
  const multiCapture = configuration.several_captures;
  await admin.call('PATCH', '/api/merchants/1003', { processor: 'adyen-eu', multiCapture });
  const wallet = await admin.openWallet('user');
  const notify: AdyenShop['notify'] = async (raw, name = 'adyen-eu') =>
    app.request(`/acquirers/${name}/notifications`, {
      method: 'POST',
      headers: raw.headers as Record<string, string>,
      body: Buffer.from(raw.body),
    });
  return {
    ...admin,
    context,
    app,
    bench,
    wallet,
    notify,
    pay: async (form) => {
      const sent = { merchant_id: '1003', amount: '10.00', currency: 'EUR', ...form };
      return app.request('/wallet/api/v1/billing', {
        method: 'POST',
        headers: { secretKey: 'sk_sandbox_demo' },
        body: new URLSearchParams(sent),
      });
    },
    endPending: async () => {
      for (const raw of (await bench.fake?.endPending()) ?? []) await notify(raw);
      return applyNotifications(context);
    },
  };
}
