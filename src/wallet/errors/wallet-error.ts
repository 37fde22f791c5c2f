import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';

type Details = {
  readonly code: SdkErrorCode;
  readonly message: string;
  readonly param?: string;
  /** Who shows it to the shopper: this frame's notice (default), a field of the form, or the page. */
  readonly said?: Said;
  /** Whether the shopper has seen it. Default: not yet. */
  readonly shown?: boolean;
};

type Said = 'notice' | 'field' | 'page';

/** What the frame refuses or fails to do; sent to the page as `ErrorData`. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: SdkErrorCode;
  readonly param: string | undefined;
  readonly said: Said;
  readonly shown: boolean;

  constructor({ code, message, param, said = 'notice', shown = false }: Details, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.param = param;
    this.said = said;
    this.shown = shown;
  }
}

/** Anything thrown, as data. The text of an unexpected error is not sent to the page. */
export function errorData(thrown: unknown): ErrorData {
  if (!(thrown instanceof WalletError)) {
    return { code: 'internal_error', message: 'Running the wallet: found an unexpected state' };
  }
  const { code, message, param, shown } = thrown;
  return { code, message, ...(param !== undefined && { param }), ...(shown && { shown }) };
}

/** Shows the error in the notice, unless a field or the page shows it, and returns it for the page. */
export function shownError(checkout: { show(error: ErrorData): void }, thrown: unknown): WalletError {
  const data = errorData(thrown);
  const said = thrown instanceof WalletError ? thrown.said : 'notice';
  if (said === 'notice') checkout.show(data);
  return new WalletError({ ...data, said, shown: said !== 'page' }, { cause: thrown });
}

export async function outcomeOf<Value>(work: () => Value | Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: errorData(error) };
  }
}
