import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { SIZE_LIMITS } from '../../../contract/size-limits.ts';
import { ServiceError } from '../../base/service-error.ts';
import { errorBody, errorStatus } from './error-body.ts';

/** What the list of recent requests shows of a message that was no HTTP request. */
export type Unreadable = {
  readonly requestId: string;
  readonly status: number;
  readonly code: ErrorCode;
};

/** The whole answer to bytes that Node could not parse, by Node's error code. The connection ends with it. */
export function unreadableRequest(parserCode: string | undefined, baseUrl: string) {
  const error = refusal(parserCode);
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, { requestId, baseUrl }));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Request-Id': requestId,
    Connection: 'close',
  };
  const request: Unreadable = { requestId, status: errorStatus(error.code), code: error.code };
  return { ...request, headers, body };
}

function refusal(parserCode: string | undefined) {
  if (parserCode === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError(
      'headers_too_large',
      `Cannot read the request: its headers are larger than ${SIZE_LIMITS.headers} bytes`,
    );
  }
  if (parserCode === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('body_malformed', 'Cannot read the request: it came too slowly');
  }
  return new ServiceError('body_malformed', 'Cannot read the request: it is not valid HTTP with one host');
}
