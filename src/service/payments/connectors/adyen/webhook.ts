import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type {
  AcquirerNotification,
  NotificationReading,
  RawNotification,
} from '../../../base/processor/acquirer.ts';
import type { AdyenSettings, Login } from './adyen-settings.ts';
import { refusalOf } from './refusal-reasons.ts';
import { isSignedItem } from './webhook-signature.ts';

/** Meaning by event code alone: `success` of CAPTURE_FAILED says that the failure took place. */
const KINDS = new Map<string, AcquirerNotification['kind']>(
  Object.entries({
    AUTHORISATION: 'start',
    CAPTURE: 'capture',
    CAPTURE_FAILED: 'captureFailed',
    REFUND: 'refund',
    REFUND_WITH_DATA: 'refund',
    REFUND_FAILED: 'refundFailed',
    REFUNDED_REVERSED: 'refundFailed',
    CANCELLATION: 'cancel',
    TECHNICAL_CANCEL: 'cancel',
    CANCEL_OR_REFUND: 'cancel',
    CHARGEBACK: 'chargeback',
    SECOND_CHARGEBACK: 'chargeback',
    CHARGEBACK_REVERSED: 'chargebackReversed',
    REPORT_AVAILABLE: 'report',
  } as const),
);

const Item = z.object({
  /** Of REPORT_AVAILABLE the file's name. */
  pspReference: z.string().check(z.minLength(1)),
  originalReference: z.optional(z.string()),
  merchantAccountCode: z.string(),
  merchantReference: z.optional(z.string()),
  amount: z.object({ value: z.int(), currency: z.string() }),
  eventCode: z.string(),
  eventDate: z.string(),
  success: z.enum(['true', 'false']),
  reason: z.optional(z.string()),
  additionalData: z.optional(z.record(z.string(), z.unknown())),
});
type Item = z.infer<typeof Item>;

const Message = z.object({
  live: z.enum(['true', 'false']),
  notificationItems: z
    .array(z.object({ NotificationRequestItem: Item }))
    .check(z.minLength(1), z.maxLength(1_000)),
});

type Secrets = Pick<AdyenSettings, 'hmacKeys' | 'webhookLogin'>;

/** Reads a standard webhook, of which every item is signed. The signature does not cover `live`. */
export function readWebhook({ headers, body }: RawNotification, secrets: Secrets): NotificationReading {
  if (!hasLogin(headers['authorization'], secrets.webhookLogin)) return refuse('login');
  const message = Message.safeParse(parseJson(body));
  if (!message.success) return refuse('malformed');
  const items = message.data.notificationItems.map(({ NotificationRequestItem: item }) => item);
  const isSigned = items.every((item) => {
    const signature = item.additionalData?.['hmacSignature'];
    return typeof signature === 'string' && isSignedItem(item, { signature, keys: secrets.hmacKeys });
  });
  if (!isSigned) return refuse('signature');
  const isLive = message.data.live === 'true';
  return {
    ok: true,
    notifications: items.map((item) => notificationOf(item, isLive)),
    answer: { status: 200, body: '[accepted]' },
  };
}

function notificationOf(item: Item, isLive: boolean): AcquirerNotification {
  const { pspReference, eventCode, success, merchantReference, originalReference, amount, reason } = item;
  const kind = KINDS.get(eventCode) ?? 'other';
  return {
    // The vendor repeats a webhook with another date. `live` is not signed: a message with a false one must not pass for its copy.
    id: `${isLive ? 'live' : 'test'}:${pspReference}:${eventCode}:${success}`,
    kind,
    event: eventCode,
    isSuccess: success === 'true',
    reference: merchantReference === '' ? undefined : merchantReference,
    processorReference: pspReference,
    paymentProcessorReference: originalReference === '' ? undefined : originalReference,
    merchantAccount: item.merchantAccountCode,
    isLive,
    amount: amount.value,
    currency: amount.currency,
    reason,
    at: dateOf(item.eventDate),
    ...(kind === 'start' ? startOf(item) : {}),
  };
}

/** The payment is its own. */
function startOf({ success, reason, pspReference, additionalData }: Item) {
  const authcode = additionalData?.['authCode'];
  if (success === 'true') {
    return {
      paymentProcessorReference: pspReference,
      ...(typeof authcode === 'string' ? { authcode } : {}),
    };
  }
  const { returnCode, declineCode } = refusalOf({ text: reason });
  return { paymentProcessorReference: pspReference, returnCode, declineCode };
}

function dateOf(text: string): Date {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

function hasLogin(header: string | undefined, login: Login | undefined): boolean {
  if (login === undefined) return true;
  const wanted = Buffer.from(`Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`);
  const found = Buffer.from(header ?? '');
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}

function refuse(reason: string): NotificationReading {
  return { ok: false, status: 401, reason };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
