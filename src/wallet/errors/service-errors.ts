import { WalletError } from './wallet-error.ts';

/** Errors of a request to the service that got no usable answer. */

export const unreachableError = (state: string, cause?: unknown) =>
  new WalletError({ code: 'service_unreachable', message: `Calling the service: ${state}` }, { cause });

export const offlineError = (cause?: unknown) =>
  new WalletError({ code: 'offline', message: 'Calling the service: found no network' }, { cause });

export const noAnswerError = (state: string, cause: unknown) =>
  navigator.onLine ? unreachableError(state, cause) : offlineError(cause);
