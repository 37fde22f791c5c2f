import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';

type Details = {
  readonly code: SdkErrorCode;
  readonly message: string;
  readonly param?: string;
  /** Who shows it to the shopper: this frame's notice (default), a field of the form, or the page. */
  readonly shownBy?: ErrorPlace;
  /** Whether the shopper has seen it. Default: not yet. */
  readonly shown?: boolean;
};

type ErrorPlace = 'notice' | 'field' | 'page';

/** What the frame refuses or fails to do; sent to the page as `ErrorData`. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: SdkErrorCode;
  readonly param: string | undefined;
  readonly shownBy: ErrorPlace;
  readonly shown: boolean;

  constructor({ code, message, param, shownBy = 'notice', shown = false }: Details, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.param = param;
    this.shownBy = shownBy;
    this.shown = shown;
  }
}

/** Anything thrown, as data. The text of an unexpected error is not sent to the page. */
export function toErrorData(thrown: unknown): ErrorData {
  if (!(thrown instanceof WalletError)) {
    return { code: 'internal_error', message: 'Running the wallet: found an unexpected state' };
  }
  const { code, message, param, shown } = thrown;
  return { code, message, ...(param !== undefined && { param }), ...(shown && { shown }) };
}

/** Shows the error in the notice, unless a field or the page shows it, and returns it for the page. */
export function showError(checkout: { show(error: ErrorData): void }, thrown: unknown): WalletError {
  const data = toErrorData(thrown);
  const shownBy = thrown instanceof WalletError ? thrown.shownBy : 'notice';
  if (shownBy === 'notice') checkout.show(data);
  return new WalletError({ ...data, shownBy, shown: shownBy !== 'page' }, { cause: thrown });
}

export async function outcomeOf<Value>(work: () => Value | Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toErrorData(error) };
  }
}
