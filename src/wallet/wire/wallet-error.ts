import type { ErrorData, SdkErrorCode } from '../../contract/errors.ts';
import type { Outcome } from '../../contract/frame-calls.ts';

type Details = { readonly code: SdkErrorCode; readonly message: string; readonly param?: string };

/** What the frame refuses or could not do; crosses to the page as `ErrorData`. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: SdkErrorCode;
  readonly param: string | undefined;

  constructor({ code, message, param }: Details, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.param = param;
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

export async function outcomeOf<Value>(work: () => Value | Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: errorData(error) };
  }
}
