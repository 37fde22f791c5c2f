import type { ErrorData, SdkErrorCode } from '../../../contract/errors/errors.ts';
import type { Outcome } from '../../../contract/frame/frame-calls.ts';

type Details = {
  readonly code: SdkErrorCode;
  readonly message: string;
  readonly param?: string;
  /** Who says it to the shopper: this frame's notice, or a field of the form or the page; default here. */
  readonly said?: 'here' | 'elsewhere';
};

/** What the frame refuses or could not do; crosses to the page as `ErrorData`. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: SdkErrorCode;
  readonly param: string | undefined;
  readonly said: 'here' | 'elsewhere';

  constructor({ code, message, param, said = 'here' }: Details, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.param = param;
    this.said = said;
  }
}

/** Anything thrown, as data. What was not foreseen keeps its text out of the page's sight. */
export function errorData(thrown: unknown): ErrorData {
  if (!(thrown instanceof WalletError)) {
    return { code: 'internal_error', message: 'Running the wallet: found an unexpected state' };
  }
  const { code, message, param } = thrown;
  return param === undefined ? { code, message } : { code, message, param };
}

/** Shows what failed, unless it is said elsewhere. */
export function sayHere(checkout: { show(error: ErrorData): void }, thrown: unknown): void {
  if (!(thrown instanceof WalletError && thrown.said === 'elsewhere')) checkout.show(errorData(thrown));
}

export async function outcomeOf<Value>(work: () => Value | Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: errorData(error) };
  }
}
