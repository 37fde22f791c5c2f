import type { ErrorBody } from '../contract/error-body.ts';
import type { DeclineCode, ErrorCode } from '../contract/errors/errors.ts';

/**
 * The client's own codes. `answer_lost`: some attempt may have been carried out, whatever happened to later
 * ones (`cause` says what happened to the last such attempt); look the transaction up. After any other code
 * no attempt of this call was; after `transaction_id_exists` an earlier call was. `service_unreachable`: no connection.
 * `answer_malformed`: something other than the service answered a lookup.
 */
export type ClientErrorCode = 'service_unreachable' | 'answer_lost' | 'answer_malformed';

type ErrorDetails = {
  readonly status?: number | undefined;
  readonly refusal?: Partial<ErrorBody['error']> | undefined;
  readonly cause?: unknown;
};

/** A call that the service refused or did not answer. A declined card is a `BillingResult` instead. */
export class MerchantApiError extends Error {
  /** Stable; act on this. */
  readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** The parameter at fault; a JSON pointer follows a `#`. */
  readonly param: string | undefined;
  readonly declineCode: DeclineCode | undefined;
  /** What the payment still allows, with the codes of the money rules. */
  readonly figures: ErrorBody['error']['sandbox'];
  readonly docUrl: string | undefined;
  /** Name it when you ask about this request. */
  readonly requestId: string | undefined;

  constructor(
    code: ErrorCode | ClientErrorCode,
    message: string,
    { status, refusal, cause }: ErrorDetails = {},
  ) {
    super(message, { cause });
    this.name = 'MerchantApiError';
    this.code = code;
    this.status = status;
    this.param = refusal?.param;
    this.declineCode = refusal?.decline_code;
    this.figures = refusal?.sandbox;
    this.docUrl = refusal?.doc_url;
    this.requestId = refusal?.request_id;
  }
}

export function apiError(status: number, { error }: ErrorBody): MerchantApiError {
  return new MerchantApiError(error.code, error.message, { status, refusal: error });
}
