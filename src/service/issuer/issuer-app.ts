import { Hono } from 'hono';
import type { ServiceContext } from '../context.ts';
import { providerSheets } from './provider-sheets.ts';
import { tellService } from './tell-service.ts';

/** Everything on the origin of the simulated issuer and providers. */
export function createIssuerApp({ masterKey, baseUrl }: ServiceContext): Hono {
  const app = new Hono();
  app.route('/', providerSheets({ masterKey, tell: (result) => tellService(baseUrl, result) }));
  return app;
}
