import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';
import { askJson } from './ask-json.ts';
import { isText } from './record.ts';

const TIMEOUT_MS = 2000;

/** What the service refused with, where `body` is a refusal of its own. */
export function refusalIn(body: unknown): ErrorData | undefined {
  const { code, message, param } = Object(Object(body).error);
  if (!isText(code) || !isText(message)) return undefined;
  return { code: serviceCode(code), message, ...(isText(param) && { param }) };
}

/** Undefined where nothing readable comes in time. */
export function readJson(address: string): Promise<unknown> {
  return askJson(address, TIMEOUT_MS).catch(() => undefined);
}

/** Codes are only ever added, so one that this version does not know is a newer service's. */
function serviceCode(code: string): SdkErrorCode {
  return code as SdkErrorCode;
}
