import { placeOf } from '../../contract/page-guard/page-items.ts';
import type { Add } from './inventory.ts';

const TYPED = /^on(key|input|change|paste|submit)/;
const WHERE = /^(#|HTML|BODY|FORM|INPUT)/;
const { prototype } = EventTarget;
const { addEventListener: listen } = prototype;

/**
 * Records who begins to listen to what is typed on the page; the call goes on to the browser as it came. Returns a function that
 * looks at the handlers that need no call. `guard`: the guard's own address.
 */
export function watchTyping(add: Add, guard: string) {
  const nameOf = (target: unknown): string => Object(target).nodeName ?? '#window';
  prototype.addEventListener = function (this: unknown, ...given: Parameters<typeof listen>) {
    const name = nameOf(this);
    if (TYPED.test(`on${given[0]}`) && WHERE.test(name)) {
      const callers = Error().stack?.split(guard).pop() ?? '';
      const [code = ''] = /[\w:]*\/\/[^\s()]+?(?=:\d+:\d)/.exec(callers) ?? [];
      const by = code === location.href ? 'page' : placeOf(code);
      add('listener', `${given[0]} on ${name} by ${by}${/\beval\b/.test(callers) ? ' (eval)' : ''}`);
    }
    return listen.apply(this, given);
  };
  return () => {
    for (const target of [window, document, ...document.querySelectorAll('body,form,input')])
      for (const type in target) {
        const { [type]: handler } = Object(target);
        if (TYPED.test(type) && handler) add('listener', `${type} of ${nameOf(target)}`, `${handler}`);
      }
  };
}
