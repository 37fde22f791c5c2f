import { randomUUID } from 'node:crypto';
import { ServiceError } from '../service-error.ts';
import { errorBody, errorStatus } from './error-body.ts';

/** The answer to bytes that Node's parser refused, by its error code. */
export function unreadableRequest(parserCode: string | undefined, baseUrl: string) {
  const error = refusal(parserCode);
  const requestId = randomUUID();
  const body = errorBody(error, { requestId, baseUrl });
  return { status: errorStatus(error.code), requestId, body: JSON.stringify(body) };
}

function refusal(parserCode: string | undefined) {
  if (parserCode === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError(
      'headers_too_large',
      'Cannot read the request: its headers are larger than 16 KB',
    );
  }
  if (parserCode === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('body_malformed', 'Cannot read the request: it came too slowly');
  }
  return new ServiceError('body_malformed', 'Cannot read the request: it is not valid HTTP');
}
