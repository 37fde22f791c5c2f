import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-acquirer-signature';

/** Of the whole body. */
export function signBody(body: Uint8Array | string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

export function isSignedBody(body: Uint8Array, { signature, secret }: { signature: string; secret: string }) {
  const wanted = Buffer.from(signBody(body, secret));
  const found = Buffer.from(signature);
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}
