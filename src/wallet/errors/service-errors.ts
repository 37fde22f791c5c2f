import { WalletError } from './wallet-error.ts';

/** Errors of a request to the service that got no usable answer. */

export const failure = (state: string, cause?: unknown) =>
  new WalletError({ code: 'service_unreachable', message: `Calling the service: ${state}` }, { cause });

export const offline = (cause?: unknown) =>
  new WalletError({ code: 'offline', message: 'Calling the service: found no network' }, { cause });

export const unanswered = (state: string, cause: unknown) =>
  navigator.onLine ? failure(state, cause) : offline(cause);
