import { join } from 'node:path';

export type Config = {
  readonly port: number;
  /** Where this backend reaches the wallet service. */
  readonly serviceUrl: string;
  /** Where a browser reaches it: the SDK's script and the wallet frame come from there. */
  readonly baseUrl: string;
  /** Stays in this process: never in a page, a log or an error. */
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly merchantId: number;
  /** Of the same merchant: a payment of another's pays no order here. */
  readonly merchantRef: string;
  /** Where the service reaches this backend. */
  readonly callbackUrl: string;
  /** `whsec_…` of the account. */
  readonly webhookSecret: string | undefined;
  readonly dataDir: string;
  /** Of the service's inspector, for the developer's drawer: its pages get this address, never the token. */
  readonly inspectorUrl: string | undefined;
  /** In development alone, for what the drawer does by one click; stays in this process. */
  readonly inspectorToken: string | undefined;
  /**
   * In development alone: the page's drawer names the billing method. A shop that took it from its page would let
   * shoppers skip 3-D Secure.
   */
  readonly drawerNamesMethod: boolean;
  /** Under `npm run dev`: what the pages listen to for a new build. */
  readonly liveReloadUrl: string | undefined;
};

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const baseUrl = (env.BASE_URL ?? `http://127.0.0.1:${env.SERVICE_PORT ?? 4000}`).replace(/\/$/, '');
  return {
    port: Number(env.SHOP_PORT ?? 3000),
    serviceUrl: (env.SERVICE_URL ?? baseUrl).replace(/\/$/, ''),
    baseUrl,
    secretKey: env.SECRET_KEY ?? 'sk_sandbox_demo',
    publishableKey: env.PUBLISHABLE_KEY ?? 'pk_sandbox_demo',
    callbackUrl: env.CALLBACK_URL ?? `http://localhost:${env.SHOP_PORT ?? 3000}/api/callbacks`,
    webhookSecret: env.WEBHOOK_SECRET,
    merchantId: Number(env.MERCHANT_ID ?? 1001),
    merchantRef: env.MERCHANT_REF ?? 'demo',
    liveReloadUrl: env.LIVE_RELOAD_PORT && `http://localhost:${env.LIVE_RELOAD_PORT}`,
    drawerNamesMethod: env.DEMO_DRAWER === '1',
    inspectorToken: env.DEMO_DRAWER === '1' ? env.INSPECTOR_TOKEN : undefined,
    inspectorUrl: env.DEMO_DRAWER === '1' ? `http://127.0.0.1:${env.INSPECTOR_PORT ?? 4002}` : undefined,
    dataDir: join(env.DATA_DIR ?? '.data', 'shop'),
  };
}
