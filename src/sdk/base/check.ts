import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';
import { SdkError } from './sdk-error.ts';

/** An argument's name for the caller, whether it is right, and for the message what was found and wanted. */
type Rule = readonly [param: string, isRight: unknown, found: string, wanted: string];

/** Throws for the first argument that is not as it should be. */
export function check(call: string, rules: readonly Rule[], code: SdkErrorCode = 'invalid_argument'): void {
  for (const [param, isRight, found, wanted] of rules)
    if (!isRight) throw new SdkError({ ...mismatchError(code, `${call}: ${param}`, found, wanted), param });
}

/** An error that says what was found and wanted `at` a place such as "connect: baseUrl". */
export function mismatchError(code: SdkErrorCode, at: string, found: string, wanted: string): ErrorData {
  return { code, message: `${at}: found ${found}, wanted ${wanted}` };
}
