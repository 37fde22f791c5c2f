import { WalletError } from './wallet-error.ts';

/** Why something of the service did not come. */

export const failure = (state: string, cause?: unknown) =>
  new WalletError({ code: 'service_unreachable', message: `Calling the service: ${state}` }, { cause });

export const offline = (cause?: unknown) =>
  new WalletError({ code: 'offline', message: 'Calling the service: found no network' }, { cause });

export const unanswered = (state: string, cause: unknown) =>
  navigator.onLine ? failure(state, cause) : offline(cause);
