/** What pages do to the globals of their window, by the script that does it. */
export type GlobalKind = {
  readonly title: string;
  /** A classic script, whose variables are the window's. */
  readonly script: string;
  /** Where it stands: before the SDK's tag, or after. Default: both. */
  readonly place?: 'before' | 'after';
  /** Whether its variables hide what scripts of other kinds use. */
  readonly hidesGlobals?: true;
};

/** As Prototype.js has it: it fails for an element that is not in the page. */
const REMOVE = `
  HTMLElement.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
`;

export const GLOBAL_KINDS: readonly GlobalKind[] = [
  { title: 'replaces remove of elements by one that fails off the page (Prototype.js)', script: REMOVE },
  {
    title: 'has variables named origin, open, URL, Map, Set, name, status, event, length, stop and close',
    script: `
      var origin = 'Lisbon', open = true, URL = '/checkout', Map = { zoom: 3 }, Set = 12, WeakMap = 0, name = 'shop';
      var status = 'open', event = null, length = 7, innerHeight = 'tall', innerWidth = 'wide', screen = 2;
      function stop() { throw new Error('stop'); }
      function close() { throw new Error('close'); }
      function find() { throw new Error('find'); }
      function focus() { throw new Error('focus'); }
    `,
    hidesGlobals: true,
  },
  {
    title: 'has taught arrays, texts and numbers toJSON (Prototype.js before 1.7.1)',
    script: `
      Array.prototype.toJSON = function () { return '[' + this.map((each) => JSON.stringify(each)).join(', ') + ']'; };
      String.prototype.toJSON = function () { return '"' + this + '"'; };
      Number.prototype.toJSON = function () { return 'number ' + this; };
    `,
  },
  {
    title: 'has given every object a name, a code, a value, an id and more',
    script: `
      for (const name of ['name', 'code', 'value', 'id', 'type', 'fault', 'message', 'param', 'title', 'key', 'error', 'settings'])
        Object.prototype[name] = 'of every object';
      Object.prototype.each = function () {};
    `,
  },
  {
    title: 'replaces methods of arrays and functions by its own (Prototype.js)',
    script: `
      Array.from = function (list) { const own = []; for (let at = 0; at < list.length; at += 1) own.push(list[at]); return own; };
      Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
      Array.prototype.entries = Array.prototype.clone = function () { return [].concat(this); };
      Function.prototype.bind = function (context, ...first) {
        const bound = this;
        return function (...given) { return bound.apply(context, first.concat(given)); };
      };
    `,
  },
  {
    title: 'takes all listeners of a type with the one whose signal ends (zone.js up to 0.14.2)',
    script: `
      const add = EventTarget.prototype.addEventListener;
      const remove = EventTarget.prototype.removeEventListener;
      const lists = new WeakMap();
      EventTarget.prototype.addEventListener = function (type, act, options) {
        const target = this ?? window;
        const kept = lists.get(target) ?? {};
        lists.set(target, kept);
        const key = type + Boolean(options === true || options?.capture);
        if (kept[key]) { if (!kept[key].includes(act)) kept[key].push(act); return; }
        kept[key] = [act];
        const hearAll = (event) => {
          for (const each of [...kept[key]]) typeof each === 'function' ? each.call(target, event) : each?.handleEvent(event);
        };
        add.call(target, type, hearAll, options);
      };
      EventTarget.prototype.removeEventListener = function (type, act, options) {
        const kept = lists.get(this ?? window)?.[type + Boolean(options === true || options?.capture)];
        if (kept?.includes(act)) kept.splice(kept.indexOf(act), 1);
      };
    `,
    place: 'before',
  },
  {
    title: 'adds headers to requests (OpenTelemetry, Sentry)',
    script: `
      const headers = {
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'sentry-trace': '12345678901234567890123456789012-1234567890123456-1',
        baggage: 'sentry-environment=shop',
        authorization: 'Bearer of-the-shop',
      };
      const really = window.fetch;
      window.fetch = (address, init) =>
        really(address, { ...init, headers: { ...init?.headers, ...(String(address).includes('/wallet/') && headers) } });
      const send = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) {
        for (const name of Object.keys(headers)) this.setRequestHeader(name, headers[name]);
        return send.call(this, body);
      };
    `,
  },
  {
    title: 'sends every request of fetch with credentials',
    script: `
      const really = window.fetch;
      window.fetch = (address, init) => really(address, { ...init, credentials: 'include' });
    `,
  },
];
