import type { Add } from './inventory.ts';

/** Where scripts get hold of what passes: requests, messages, events and inputs. */
const OWNERS = 'window JSON Navigator EventTarget XMLHttpRequest MessagePort MessageEvent HTMLInputElement';
const LISTEN = 'EventTarget.addEventListener';

/**
 * Finds functions of the browser in whose place stands another, by those of an empty frame, in which no script of this page has
 * replaced one.
 */
export function openPlatform(add: Add) {
  const frame = document.createElement('iframe');
  document.documentElement.append(frame);
  const clean = Object(frame.contentWindow);
  const { toString: textOf } = clean.Function.prototype;
  /** The texts of functions: of the browser's own, name and `[native code]`. */
  const textsOf = (realm: typeof clean) => {
    const texts: Record<string, string> = {};
    for (const owner of OWNERS.split(' ')) {
      const { prototype = realm[owner] } = realm[owner];
      const parts = Object.entries<PropertyDescriptor>(Object.getOwnPropertyDescriptors(prototype));
      for (const [part, { get, value = get }] of parts)
        if (typeof value === 'function') texts[`${owner}.${part}`] = textOf.call(value);
    }
    return texts;
  };
  const natives = textsOf(clean);
  frame.remove();
  return {
    findPatches() {
      const texts = textsOf(window);
      for (const part in natives) if (texts[part] !== natives[part]) add('patch', part, texts[part]);
    },
    /** From now on the guard's own stands there. */
    acceptOurs() {
      Object.assign(natives, { [LISTEN]: textsOf(window)[LISTEN] });
    },
  };
}
