import { join } from 'node:path';

export type Config = {
  readonly port: number;
  /** Address at which this backend reaches the wallet service. */
  readonly serviceUrl: string;
  /** Address at which a browser reaches it, for the SDK's script and the wallet frame. */
  readonly baseUrl: string;
  /** Never leaves this process: no page, log or error contains it. */
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly merchantId: number;
  /** The same merchant's reference: another merchant's payment pays no order here. */
  readonly merchantRef: string;
  /** Address at which the service reaches this backend. */
  readonly callbackUrl: string;
  /** `whsec_…` of the account. */
  readonly webhookSecret: string | undefined;
  readonly dataDir: string;
  /** Address of the service's inspector, for the developer's drawer. The pages get this address, never the token. */
  readonly inspectorUrl: string | undefined;
  /** For what the drawer does by one click; set in development only, and never leaves this process. */
  readonly inspectorToken: string | undefined;
  /**
   * Whether the page's drawer names the billing method, in development only. A shop that took the method from its page would
   * let shoppers skip 3-D Secure.
   */
  readonly drawerNamesMethod: boolean;
  /** Under `npm run dev`, the address at which pages hear of a new build. */
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
