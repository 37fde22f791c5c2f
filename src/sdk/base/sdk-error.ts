import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';

/**
 * What every promise of the SDK rejects with. A refusal of the service keeps the service's code; `message` is for
 * developers and may change.
 */
export class SdkError extends Error {
  /** Stable: never renamed, never reused. */
  readonly code: SdkErrorCode;
  /** The argument at fault, as the caller spells it ("merchant_id"). */
  readonly param?: string;

  constructor({ code, message, param }: ErrorData, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SdkError';
    this.code = code;
    if (param !== undefined) this.param = param;
  }
}

/** The error as `error` events and the frame's channel carry it. */
export function errorData({ code, message, param }: SdkError): ErrorData {
  return param === undefined ? { code, message } : { code, message, param };
}

/** Where the device is offline, that says more than what was not answered. */
export function unanswered(refusal: ErrorData, cause: unknown): SdkError {
  const offline = { code: 'offline', message: 'connect: this device is offline' } as const;
  return new SdkError(navigator.onLine ? refusal : offline, { cause });
}

export function invalidArgument(param: string, message: string): SdkError {
  return new SdkError({ code: 'invalid_argument', message, param });
}
