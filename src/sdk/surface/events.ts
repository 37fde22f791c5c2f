import type { WalletEventName, WalletEvents } from '../../contract/frame/events.ts';
import { invalidArgument } from '../base/sdk-error.ts';
import type { WalletEventHandler } from './public-types.ts';

type EventOf<Name extends WalletEventName> = {
  [Each in Name]: { readonly name: Each; readonly payload: WalletEvents[Each] };
}[Name];

type Handlers = { readonly [Name in WalletEventName]: Set<WalletEventHandler<Name>> };

export type Events = ReturnType<typeof createEvents>;

/** Handlers belong to the SDK, not to one frame: they outlive `destroy`. */
export function createEvents({ tellsWindow }: { tellsWindow: boolean }) {
  const handlers: Handlers = {
    init: new Set(),
    ready: new Set(),
    expressPay: new Set(),
    checkoutReady: new Set(),
    paymentMethodAdded: new Set(),
    paymentMethodRemoved: new Set(),
    paymentCompleted: new Set(),
    after3DsComplete: new Set(),
    threeDsEnded: new Set(),
    sessionExpired: new Set(),
    error: new Set(),
  };

  const knows = (name: string) => Object.hasOwn(handlers, name);

  function off<Name extends WalletEventName>(name: Name, handler: WalletEventHandler<Name>): void {
    if (knows(name)) handlers[name].delete(handler);
  }

  function on<Name extends WalletEventName>(name: Name, handler: WalletEventHandler<Name>): () => void {
    if (!knows(name)) {
      throw invalidArgument(
        'event',
        `on: found event "${name}", wanted one of ${Object.keys(handlers).join(', ')}`,
      );
    }
    if (typeof handler !== 'function') {
      throw invalidArgument('handler', `on: found ${typeof handler}, wanted a function`);
    }
    handlers[name].add(handler);
    return () => off(name, handler);
  }

  /** An event this version does not know, from a newer frame, is dropped. */
  function emit<Name extends WalletEventName>({ name, payload }: EventOf<Name>): void {
    if (!knows(name)) return;
    for (const handler of [...handlers[name]]) {
      try {
        handler(payload);
      } catch (error) {
        reportError(error);
      }
    }
    if (tellsWindow) dispatchEvent(new CustomEvent(`sdk:${name}`, { detail: payload }));
  }

  return { on, off, emit, tellsErrors: () => handlers.error.size > 0 };
}
