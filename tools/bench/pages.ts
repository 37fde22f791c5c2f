import type { Server } from 'node:http';
import { walletFrame } from 'embeddable-wallet/server';
import { printed } from '../../e2e/support/measures/printed.ts';
import { serve } from '../../e2e/support/stack/page-server.ts';
import { newSession } from '../../e2e/support/stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY } from '../../e2e/support/stack/stack.ts';

/**
 * The pages that are compared. The baseline is a script that makes a frame with a bare form: the floor for any script-tag
 * SDK that isolates card data.
 */

export const BARE_HTML_FORM = `<!doctype html><title>Card</title><form>
<label>Card number <input autocomplete="cc-number" inputmode="numeric"></label>
<label>Expiry <input autocomplete="cc-exp"></label><label>Code <input autocomplete="cc-csc"></label></form>`;

const shopPage = (scripts: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><h1>Checkout</h1><div id="wallet"></div>${scripts}</html>`;

export function baselineShop(baseUrl: string): string {
  return shopPage(`<script src="${baseUrl}/base.js"></script>`);
}

type Shop = { readonly serviceUrl: string; readonly refreshToken: string };

/** The fastest: the page knows its token, and has nothing to ask for. */
export function walletShop({ serviceUrl, refreshToken }: Shop): string {
  return shopPage(`<script src="${serviceUrl}/sdk/sdk.js" crossorigin="anonymous"></script><script>
sdk.auth.connect({ publishableKey: '${PUBLISHABLE_KEY}', refreshToken: '${refreshToken}' });
sdk.wallet.init({ merchant_id: ${MERCHANT_ID}, view: 'CHECKOUT' }, { currency: 'EUR', amount: '48.50' }).then(() => { globalThis.isStanding = true; });
</script>`);
}

/** As the README's backend asks for it. */
export const readmeSession = (serviceUrl: string) =>
  newSession(serviceUrl, { merchant_id: String(MERCHANT_ID) });

/** What the README prints for people to copy: its backend writes the frame into the page, which asks it for the refresh token. */
export function readmeShop(serviceUrl: string, origin: string, { hint }: { readonly hint: string }): string {
  const express = ['applepay' as const, 'googlepay' as const];
  const settings = { merchant_id: MERCHANT_ID, view: 'CHECKOUT' as const, express };
  const frame = walletFrame({ baseUrl: serviceUrl, publishableKey: PUBLISHABLE_KEY, origin, settings, hint });
  const page = printed('README.md', { mark: '<!doctype html>', serviceUrl });
  if (!page.includes('FRAME')) throw new Error('Cannot measure: found no place for the frame in README.md');
  return page.replace('FRAME', () => frame);
}

/** A bare frame in the page's own HTML: the floor of that way. */
export function bareFrameShop(baseUrl: string): string {
  const style = 'width:100%;height:240px;border:0';
  return shopPage('').replace(
    '</div>',
    () => `<iframe src="${baseUrl}/frame" style="${style}"></iframe></div>`,
  );
}

type Baseline = { readonly port: number; readonly publicUrl: string; readonly form: string };

/** Serves the script frame: a script that inserts a frame, and the frame with its form. */
export function serveBaseline({ port, publicUrl, form }: Baseline): Promise<Server> {
  const script = `const f=document.createElement('iframe');f.src='${publicUrl}/frame';f.style.cssText='width:100%;height:240px;border:0';f.onload=()=>{isStanding=true};document.getElementById('wallet').append(f)`;
  return serve(port, (path) =>
    path === '/base.js' ? ['text/javascript', script] : ['text/html; charset=utf-8', form],
  );
}
