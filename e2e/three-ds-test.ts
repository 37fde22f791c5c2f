import { test as base } from '@playwright/test';
import { INSPECTOR_TOKEN } from './admin-client.ts';
import { Challenged } from './challenged.ts';
import { freePort } from './free-port.ts';
import { type Stack, startStack } from './stack.ts';
import { stackOfWorker } from './stack-test.ts';

/** Three sites, so that box and bank are third parties to the shop and to each other. */
export async function startThreeSites(extra: Record<string, string> = {}): Promise<Stack> {
  const issuerPort = String(await freePort());
  return startStack({
    ISSUER_PORT: issuerPort,
    ISSUER_URL: `http://issuer.localhost:${issuerPort}`,
    INSPECTOR_TOKEN,
    ...extra,
  });
}

/** A test on three sites, with a stack of its worker. */
export const test = base.extend<{ challenged: Challenged }, { sites: Stack }>({
  sites: stackOfWorker(() => startThreeSites()),
  challenged: async ({ page, sites }, use) => use(new Challenged(page, sites)),
});
