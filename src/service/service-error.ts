import type { ErrorCode } from '../contract/errors.ts';

/**
 * A refusal with a stable code. The message is for developers and never holds a card number, a code, a token or a key:
 * the action that failed, a colon, the state found and the state wanted.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;

  constructor(code: ErrorCode, message: string, options: { param?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.param = options.param;
  }
}
