import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';
import { isText } from './record.ts';

/** What the service refused with, where `body` is a refusal of its own. */
export function refusalIn(body: unknown): ErrorData | undefined {
  const { code, message, param } = Object(Object(body).error);
  if (!isText(code) || !isText(message)) return undefined;
  return { code: serviceCode(code), message, ...(isText(param) && { param }) };
}

/** Codes are only ever added, so one that this version does not know is a newer service's. */
function serviceCode(code: string): SdkErrorCode {
  return code as SdkErrorCode;
}
