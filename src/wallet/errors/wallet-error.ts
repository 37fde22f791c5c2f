import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';

type Details = {
  readonly code: SdkErrorCode;
  readonly message: string;
  readonly param?: string;
  /** Who says it to the shopper: this frame's notice, a field of the form, or the page; default here. */
  readonly said?: Said;
  /** The shopper has been told. Default: not yet. */
  readonly shown?: boolean;
};

type Said = 'here' | 'field' | 'page';

/** What the frame refuses or could not do; crosses to the page as `ErrorData`. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: SdkErrorCode;
  readonly param: string | undefined;
  readonly said: Said;
  readonly shown: boolean;

  constructor({ code, message, param, said = 'here', shown = false }: Details, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.param = param;
    this.said = said;
    this.shown = shown;
  }
}

/** Anything thrown, as data. What was not foreseen keeps its text out of the page's sight. */
export function errorData(thrown: unknown): ErrorData {
  if (!(thrown instanceof WalletError)) {
    return { code: 'internal_error', message: 'Running the wallet: found an unexpected state' };
  }
  const { code, message, param, shown } = thrown;
  return { code, message, ...(param !== undefined && { param }), ...(shown && { shown }) };
}

/** Shows what failed, unless a field or the page says it, and gives it back for the page to know. */
export function shownError(checkout: { show(error: ErrorData): void }, thrown: unknown): WalletError {
  const data = errorData(thrown);
  const said = thrown instanceof WalletError ? thrown.said : 'here';
  if (said === 'here') checkout.show(data);
  return new WalletError({ ...data, said, shown: said !== 'page' }, { cause: thrown });
}

export async function outcomeOf<Value>(work: () => Value | Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: errorData(error) };
  }
}
