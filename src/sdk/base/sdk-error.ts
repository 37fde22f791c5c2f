import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';

/**
 * What every promise of the SDK rejects with. A refusal of the service keeps the service's code; `message` is for
 * developers and may change.
 */
export class SdkError extends Error {
  /** Stable: never renamed, never reused. */
  declare readonly code: SdkErrorCode;
  /** The argument at fault, as the caller spells it ("merchant_id"). */
  declare readonly param?: string;
  /** Whether the wallet has told the shopper. If so, the page stays silent. */
  shown = false;

  constructor(data: ErrorData, options?: ErrorOptions) {
    super(data.message, options);
    Object.assign(this, data);
  }

  // On the class: the error as data has no name.
  override get name(): string {
    return 'SdkError';
  }
}

/** The error as `error` events and the frame's channel carry it. */
export function errorData(error: SdkError): ErrorData {
  return { ...error, message: error.message };
}

/** What the SDK itself refuses, or could not do. */
export function sdkError(code: SdkErrorCode, message: string): SdkError {
  return new SdkError({ code, message });
}

/**
 * `offline`, which says more, if the request got no answer (`fetch` rejects with a TypeError) and the device
 * is offline. Else `refusal`: an unusable answer, as of a faulty backend, did arrive.
 */
export function unanswered(refusal: ErrorData, cause: unknown): SdkError {
  const offline = { code: 'offline', message: 'connect: offline' } as const;
  return new SdkError(cause instanceof TypeError && !navigator.onLine ? offline : refusal, { cause });
}
