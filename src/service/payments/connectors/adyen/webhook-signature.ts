import { createHmac, timingSafeEqual } from 'node:crypto';

/** The members of a webhook's item that its signature covers. */
export type SignedItem = {
  readonly pspReference: string;
  readonly originalReference?: string | undefined;
  readonly merchantAccountCode: string;
  readonly merchantReference?: string | undefined;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly success: string;
};

/**
 * The HMAC of docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures: eight members in this order,
 * a missing one as an empty text. `key` is hexadecimal.
 */
export function signItem(item: SignedItem, key: string): string {
  const payload = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference ?? '',
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':');
  return createHmac('sha256', Buffer.from(key, 'hex')).update(payload, 'utf8').digest('base64');
}

/** Whether one of the keys made the signature; compares in constant time. */
export function isSignedItem(
  item: SignedItem,
  { signature, keys }: { signature: string; keys: readonly string[] },
) {
  const found = Buffer.from(signature);
  return keys.some((key) => {
    const wanted = Buffer.from(signItem(item, key));
    return found.length === wanted.length && timingSafeEqual(found, wanted);
  });
}
