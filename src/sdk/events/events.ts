import type { WalletEvent, WalletEventName } from '../../contract/frame/events.ts';
import { check } from '../base/check.ts';
import type { Page } from '../base/page.ts';
import type { WalletEventHandler } from '../base/public-types.ts';
import { EVENT_NAMES } from './event-names.ts';

/** As a method, so that one list can hold handlers of every event: each gets only its own. */
type AnyHandler = { tell(payload: unknown): void }['tell'];

export type Events = ReturnType<typeof createEvents>;

/** Handlers belong to the SDK, not to one frame: they outlive `destroy`. */
export function createEvents({ onWindow }: Pick<Page, 'onWindow'>) {
  // No `Map` and no `Set`: pages have variables with these names.
  const handlers: Record<string, readonly AnyHandler[]> = Object.create(null);
  for (const name of EVENT_NAMES) handlers[name] = [];

  function off<Name extends WalletEventName>(name: Name, handler: WalletEventHandler<Name>): void {
    const others = handlers[name];
    if (others) handlers[name] = others.filter((other) => other !== handler);
  }

  function on<Name extends WalletEventName>(name: Name, handler: WalletEventHandler<Name>): () => void {
    const others = handlers[name];
    check('on', [
      ['event', others, `"${name}"`, `one of ${EVENT_NAMES.join(', ')}`],
      ['handler', typeof handler === 'function', typeof handler, 'a function'],
    ]);
    if (others && !others.includes(handler)) handlers[name] = [...others, handler];
    return () => off(name, handler);
  }

  /** Returns whether it had a handler. An event that this version does not know, from a newer frame, is dropped. */
  function emit({ name, payload }: WalletEvent): boolean {
    const listeners = handlers[name];
    if (!listeners) return false;
    for (const handler of listeners) {
      try {
        handler(payload);
      } catch (error) {
        reportError(error);
      }
    }
    if (onWindow) dispatchEvent(new CustomEvent(`sdk:${name}`, { detail: payload }));
    return listeners.length > 0;
  }

  return { on, off, emit };
}
