import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

const denyAll = "default-src 'none'; frame-ancestors 'none'";

/** The strictest headers, where a route sets no others. */
const defaults = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': denyAll,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

type FeaturePolicy = { readonly [feature: string]: '(self)' | '*' };

/** What a page and its frames may use of a browser: nothing but what is granted here. */
export function permissionsPolicy(features: FeaturePolicy = {}): string {
  return FEATURES.map((feature) => `${feature}=${features[feature] ?? '()'}`).join();
}

/** The strictest headers of documents, which alone have forms and a base; in a frame the last has no effect. */
const pageDefaults = {
  'Content-Security-Policy': `${denyAll}; base-uri 'none'; form-action 'none'`,
  'Permissions-Policy': permissionsPolicy(),
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  for (const [name, value] of Object.entries(isPage ? { ...defaults, ...pageDefaults } : defaults)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (c.get('service').config.baseUrl.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000');
  }
  if (headers.get('Content-Type') === 'application/json') {
    headers.set('Content-Type', 'application/json; charset=utf-8');
  }
});
