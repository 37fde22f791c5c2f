import { afterEach, expect, test, vi } from 'vitest';
import type { Appearance } from '../../contract/forms/appearance.ts';
import type { RefreshTokenAnswer } from '../../contract/forms/settings.ts';
import type { Sdk, WalletSettings } from '../base/public-types.ts';
import { code, freshKey, freshPage, hurry, logOf, payment, settings } from '../test-service/client.ts';

let open: Sdk | undefined;
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  return open?.wallet.destroy();
});

function connectedPage(behaviour?: string): Sdk {
  open = freshPage();
  open.wallet.on('error', () => {});
  open.auth.connect({ publishableKey: freshKey(behaviour), refreshToken: 'ok' }).catch(() => {});
  return open;
}

function theFrame(root: ParentNode = document): HTMLIFrameElement {
  const frame = root.querySelector('iframe');
  if (!frame) throw new Error('found no frame');
  return frame;
}

/** Runs after what the wallet does before that paint, being asked for later. */
async function heightAtNextPaint(): Promise<number> {
  await new Promise(requestAnimationFrame);
  return theFrame().clientHeight;
}

const never = { getPaymentMethod: 'never' };

test('the frame has a name, a policy and its height before it has loaded', async () => {
  connectedPage()
    .wallet.init(settings, payment())
    .catch(() => {});
  const { title, referrerPolicy, allow } = theFrame();
  expect({ title, referrerPolicy, allow }).toEqual({
    title: 'Payment method',
    referrerPolicy: 'strict-origin',
    allow: 'payment',
  });
  expect(theFrame().clientHeight).toBe(314);
  expect(await heightAtNextPaint()).toBe(314);
  const { width, left } = theFrame().getBoundingClientRect();
  const room = { left: 0, width: 0, ...document.querySelector('#wallet')?.getBoundingClientRect().toJSON() };
  expect({ width, left }).toEqual({ width: room.width + 8, left: room.left - 4 });
});

test.each([
  [512, 512],
  [512.2, 513],
  [0, 0],
])('resize of the frame to %s makes it %s high', async (asked, height) => {
  await connectedPage().wallet.init(settings, payment({ next: [['resize', asked]] }));
  await vi.waitFor(() => expect(theFrame().clientHeight).toBe(height));
});

test.each([-1, Number.NaN, '9', Number.POSITIVE_INFINITY])(
  'resize of the frame to %s does nothing',
  async (asked) => {
    const { wallet } = connectedPage();
    const ready = new Promise((resolve) => wallet.on('ready', resolve));
    const next = [
      ['resize', asked],
      ['emit', { name: 'ready', payload: {} }],
    ] as [string, ...unknown[]][];
    await wallet.init(settings, payment({ next }));
    await ready;
    expect(theFrame().clientHeight).toBe(314);
  },
);

test('the frame reserves for MANAGE what its list begins with', async () => {
  const { wallet } = connectedPage();
  wallet.init({ ...settings, view: 'MANAGE' }).catch(() => {});
  expect(await heightAtNextPaint()).toBe(195);
});

test('a frame that is asked for a theme is of that scheme, so that the page shows through', () => {
  const { wallet } = connectedPage();
  wallet.init({ ...settings, appearance: { theme: 'dark' } }, payment()).catch(() => {});
  expect(getComputedStyle(theFrame()).colorScheme).toBe('dark');
  expect(theFrame().src).toContain('theme=dark');
});

test('a frame that says what it shows is named in that language, and keeps its scheme', async () => {
  const look = { title: 'Zahlungsart', lang: 'de', theme: 'dark' };
  await connectedPage().wallet.init(settings, payment({ next: [['dress', look]] }));
  await vi.waitFor(() => expect(theFrame().title).toBe('Zahlungsart'));
  expect([theFrame().lang, getComputedStyle(theFrame()).colorScheme]).toEqual(['de', 'light']);
});

test('a frame learns what the page looks like, whatever it is asked for', () => {
  document.documentElement.style.colorScheme = 'light';
  const { wallet } = connectedPage();
  wallet.init({ ...settings, appearance: { theme: 'dark' } }, payment()).catch(() => {});
  document.documentElement.removeAttribute('style');
  const hints = new URLSearchParams(new URL(theFrame().src).hash.slice(1));
  expect(Object.fromEntries(hints)).toMatchObject({ view: 'CHECKOUT', theme: 'dark', page: 'light' });
});

test('a frame is told what its place looks like whenever it asks', async () => {
  const { auth, wallet } = connectedPage();
  const publishableKey = freshKey();
  auth.connect({ publishableKey, refreshToken: 'ok' }).catch(() => {});
  document.body.style.background = '#111';
  await wallet.init(settings, payment({ next: [['look']] }));
  document.body.removeAttribute('style');
  await vi.waitFor(async () => {
    const asked = (await logOf(publishableKey)).filter(({ call }) => call === 'look');
    expect(asked).toEqual([{ call: 'look', answer: 'dark' }]);
  });
});

test('a frame learns the variables of its look for its first paint', () => {
  const { wallet } = connectedPage();
  const variables = { colorText: '#123456', lineHeight: 1.5 } as const;
  wallet.init({ ...settings, appearance: { variables } }, payment()).catch(() => {});
  const hints = new URLSearchParams(new URL(theFrame().src).hash.slice(1));
  expect(JSON.parse(hints.get('variables') ?? '')).toEqual(variables);
});

/** The token is exchanged with the service: how often so far. */
const exchanges = async (publishableKey: string) =>
  (await logOf(publishableKey)).filter(({ call }) => call === 'token').length;

test("the token is exchanged at the document's second word, which says that the form is painted", async () => {
  // The wait for the paint has no end of its own here.
  const really = window.setTimeout.bind(window);
  const others: typeof window.setTimeout = (act, ms = 0, ...given) =>
    ms === 1000 ? 0 : really(act, ms, ...given);
  vi.spyOn(window, 'setTimeout').mockImplementation(others as typeof setTimeout);
  const { auth, wallet } = connectedPage();
  const publishableKey = freshKey('pk_late:999999');
  const connected = auth.connect({ publishableKey, refreshToken: 'ok' });
  const nextWord = () => new Promise((resolve) => addEventListener('message', resolve, { once: true }));
  const spoken = nextWord();
  wallet.init(settings, payment()).catch(() => {});
  await spoken;
  await new Promise((resolve) => really(resolve, 100));
  expect(await exchanges(publishableKey)).toBe(0);
  // The test's document speaks whenever it is asked.
  theFrame().contentWindow?.postMessage('', '*');
  expect(await connected).toEqual({ isGuest: false });
  expect(await exchanges(publishableKey)).toBe(1);
});

test('the token is exchanged after a second where no paint is heard of', async () => {
  const { auth, wallet } = connectedPage();
  const publishableKey = freshKey('pk_hangs');
  const waits = vi.spyOn(window, 'setTimeout');
  const connected = auth.connect({ publishableKey, refreshToken: 'ok' });
  wallet.init(settings, payment()).catch(() => {});
  expect(await connected).toEqual({ isGuest: false });
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 1000);
  expect(await exchanges(publishableKey)).toBe(1);
});

test('a document that never comes is frame_timeout, after 6 s', async () => {
  const waits = hurry();
  expect(await code(connectedPage('pk_hangs').wallet.init(settings, payment()))).toBe('frame_timeout');
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 6000);
  expect(document.querySelector('iframe')).toBeNull();
}, 10_000);

test('a document that has come may take its time for its scripts', {
  tags: 'prove',
  timeout: 10_000,
}, async () => {
  const { wallet } = connectedPage('pk_late:6500');
  await wallet.init(settings, payment());
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('a document that has come and loaded is frame_timeout where its scripts stay away for 30 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const spoken = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
  const failure = vi.fn();
  connectedPage('pk_late:999999').wallet.init(settings, payment()).catch(failure);
  await Promise.all([spoken, new Promise((resolve) => theFrame().addEventListener('load', resolve))]);
  await vi.advanceTimersByTimeAsync(29_900);
  expect(failure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await vi.waitFor(() =>
    expect(failure.mock.lastCall?.[0]).toMatchObject({
      code: 'frame_timeout',
      message: 'init: found no scripts in 30 s',
    }),
  );
  expect(document.querySelector('iframe')).toBeNull();
});

/** In Chromium: Google Pay can be used there, Apple Pay cannot. */
const all = 'applepay.googlepay.paypal.amazonpay';

test.each<[hint: string, width: number, more: Partial<WalletSettings>, height: number]>([
  ['guest', 600, {}, 270],
  ['0', 320, {}, 314],
  [`guest.${all}`, 600, {}, 535],
  [`0.${all}`, 320, {}, 579],
  [`1.${all}`, 600, {}, 314],
  [`2.${all}`, 600, {}, 375],
  [`5.${all}`, 600, {}, 480],
  ['5', 600, {}, 297],
  [`guest.${all}`, 600, { layout: 'tabs' }, 354],
  [`guest.${all}`, 380, { layout: 'tabs' }, 422],
  [`guest.${all}`, 600, { express: ['googlepay', 'applepay'] }, 570],
  [`guest.${all}`, 600, { express: ['googlepay', 'paypal', 'amazonpay'] }, 422],
  [`2.${all}`, 600, { express: ['googlepay', 'paypal', 'amazonpay'] }, 344],
  ['3', 600, { view: 'MANAGE' }, 260],
  ['0.paypal', 600, { view: 'MANAGE' }, 121],
  ['guest', 600, { view: 'MANAGE' }, 87],
  ['something newer', 600, {}, 314],
])('the hint %s keeps, %i px wide with %o, %i px free', async (hint, width, more, height) => {
  const { auth, wallet } = connectedPage();
  auth.connect({ publishableKey: freshKey(), refreshToken: 'ok', hint }).catch(() => {});
  const container = document.querySelector<HTMLElement>('#wallet');
  if (container) container.style.width = `${width}px`;
  wallet.init({ ...settings, ...more }, payment()).catch(() => {});
  expect(await heightAtNextPaint()).toBe(height);
});

test('a frame learns how many saved methods there are, where the hint says so', async () => {
  const { auth, wallet } = connectedPage();
  const rows = () => new URLSearchParams(new URL(theFrame().src).hash.slice(1)).get('rows');
  auth.connect({ publishableKey: freshKey(), refreshToken: 'ok', hint: '2.paypal' }).catch(() => {});
  wallet.init(settings, payment()).catch(() => {});
  expect(rows()).toBe('2');
  await wallet.destroy();
  auth.connect({ publishableKey: freshKey(), refreshToken: 'ok', hint: '0.paypal' }).catch(() => {});
  wallet.init(settings, payment()).catch(() => {});
  expect(rows()).toBe(null);
});

const later = (hint: string) => () =>
  new Promise<RefreshTokenAnswer>((resolve) => setTimeout(resolve, 150, { refreshToken: 'ok', hint }));

test('a hint that comes with the token keeps its room from then on, and the frame learns of the saved methods', async () => {
  const { auth, wallet } = connectedPage();
  const publishableKey = freshKey();
  auth.connect({ publishableKey, refreshToken: later('2.paypal') }).catch(() => {});
  wallet.init(settings, payment()).catch(() => {});
  expect(await heightAtNextPaint()).toBe(314);
  expect(theFrame().src).not.toContain('rows');
  await vi.waitFor(() => expect(theFrame().clientHeight).toBe(253));
  const told = async () => expect(await logOf(publishableKey)).toContainEqual({ call: 'rows', rows: 2 });
  await vi.waitFor(told);
});

test('a hint that comes after the frame has told its height changes nothing', async () => {
  const { auth, wallet } = connectedPage();
  const publishableKey = freshKey();
  let give: (answer: RefreshTokenAnswer) => void = () => {};
  const refreshToken = new Promise<RefreshTokenAnswer>((resolve) => {
    give = resolve;
  });
  auth.connect({ publishableKey, refreshToken }).catch(() => {});
  const started = wallet.init(settings, payment({ next: [['resize', 512]] }));
  await vi.waitFor(() => expect(theFrame().clientHeight).toBe(512));
  give({ refreshToken: 'ok', hint: '2.paypal' });
  await started;
  expect(theFrame().clientHeight).toBe(512);
});

test('a hint that comes after the frame has gone is nothing', async () => {
  const { auth, wallet } = connectedPage();
  const connected = auth.connect({ publishableKey: freshKey(), refreshToken: later('2.paypal') });
  wallet.init(settings, payment()).catch(() => {});
  await wallet.destroy();
  await connected;
  await wallet.init(settings, payment());
  expect(theFrame().src).toContain('rows=2');
});

test.each<[width: number, appearance: Appearance, height: number]>([
  [600, { theme: 'light' }, 314],
  [600, { theme: 'dark' }, 346],
  [600, { variables: { colorBackground: '#fefae0' } }, 346],
  [375, { theme: 'dark' }, 346],
])(
  'the frame reserves for a container of %i px and a look %o room for its ground: %i px',
  async (width, appearance, height) => {
    const { wallet } = connectedPage();
    const container = document.querySelector<HTMLElement>('#wallet');
    if (container) container.style.width = `${width}px`;
    wallet.init({ ...settings, appearance }, payment()).catch(() => {});
    expect(await heightAtNextPaint()).toBe(height);
  },
);

test.each([
  [undefined, 500],
  ['5', 297],
])(
  'the frame begins as high as its container was while empty, unless the hint %s says better',
  async (hint, height) => {
    const { auth, wallet } = connectedPage();
    auth.connect({ publishableKey: freshKey(), refreshToken: 'ok', ...(hint && { hint }) }).catch(() => {});
    document.head.insertAdjacentHTML('beforeend', '<style>#wallet:empty { min-height: 500px }</style>');
    wallet.init(settings, payment()).catch(() => {});
    expect(await heightAtNextPaint()).toBe(height);
    document.head.lastElementChild?.remove();
  },
);

test('the frame begins as high as it came to rest the last time', async () => {
  const { auth, wallet } = connectedPage();
  // Slow, so that the next paint is before anything it tells.
  const publishableKey = freshKey();
  auth.connect({ publishableKey, refreshToken: 'ok' }).catch(() => {});
  const heights: number[] = [];
  for (const reported of [512, 100, 130]) {
    const next: [string, ...unknown[]][] = [
      ['resize', reported, true],
      ['resize', 700],
    ];
    const started = wallet.init(settings, payment({ next }));
    heights.push(await heightAtNextPaint());
    await started;
    await vi.waitFor(() => expect(theFrame().clientHeight).toBe(700));
    await wallet.destroy();
  }
  expect(heights).toEqual([314, 512, 100]);
});

test('the frame reserves less for a form whose labels stand in its fields', async () => {
  const { wallet } = connectedPage();
  wallet.init({ ...settings, appearance: { labels: 'floating' } }, payment()).catch(() => {});
  expect(await heightAtNextPaint()).toBe(289);
  expect(theFrame().src).toContain('labels=floating');
});

test('a document that the service refuses rejects with the reason of the service', async () => {
  hurry();
  const refused = connectedPage('pk_forbidden').wallet.init(settings, payment());
  expect(await code(refused)).toBe('merchant_forbidden');
}, 10_000);

test('a document that is refused without a reason is frame_blocked, 3 s after it has loaded', async () => {
  const waits = hurry();
  expect(await code(connectedPage('pk_refused').wallet.init(settings, payment()))).toBe('frame_blocked');
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 3000);
  expect(document.querySelector('iframe')).toBeNull();
}, 10_000);

test.each<[string, () => void]>([
  ['taken out', () => document.querySelector('#wallet')?.remove()],
  ['emptied', () => document.querySelector('#wallet')?.replaceChildren()],
  ['taken out with what it stands in', () => document.body.replaceChildren()],
  ['moved', () => document.body.prepend(document.querySelector('#wallet') ?? '')],
])('a container that is %s ends the wallet with container_removed', async (_, act) => {
  const { wallet } = connectedPage();
  document.body.prepend('text before the wallet');
  await wallet.init(settings, payment(never));
  const method = code(wallet.getPaymentMethod());
  act();
  expect(await method).toBe('container_removed');
  expect(await code(wallet.getPaymentMethod())).toBe('container_removed');
  expect(document.querySelector('iframe')).toBeNull();
});

test('a frame whose document goes ends the wallet with container_removed, and init works again', async () => {
  const { wallet } = connectedPage();
  await wallet.init(settings, payment({ getPaymentMethod: 'leave' }));
  expect(await code(wallet.getPaymentMethod())).toBe('container_removed');
  expect(document.querySelector('iframe')).toBeNull();
  await wallet.init(settings, payment());
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('a wrong setting is told though the refresh token never comes', async () => {
  open = freshPage();
  open.wallet.on('error', () => {});
  open.auth
    .connect({ publishableKey: freshKey(), refreshToken: () => new Promise(() => {}) })
    .catch(() => {});
  const refusal = { ok: false, error: { code: 'invalid_argument', message: 'init: view', param: 'view' } };
  expect(await code(open.wallet.init(settings, payment({ init: refusal })))).toBe('invalid_argument');
});

test('a container that is removed during init rejects it with container_removed', async () => {
  const { wallet } = connectedPage();
  const init = code(wallet.init(settings, payment()));
  document.body.replaceChildren();
  expect(await init).toBe('container_removed');
});

test('init works again after its container was removed', async () => {
  const { wallet } = connectedPage();
  await wallet.init(settings, payment());
  document.body.innerHTML = '<div id="wallet"></div>';
  await vi.waitFor(async () => expect(await code(wallet.getPaymentMethod())).toBe('container_removed'));
  await wallet.init(settings, payment());
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('a container in nested shadow roots works, and its removal is seen at every level', async () => {
  const { wallet } = connectedPage();
  const outer = document.body.appendChild(document.createElement('div'));
  const inner = outer.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const root = inner.attachShadow({ mode: 'closed' });
  const container = root.appendChild(document.createElement('div'));
  const shadowed: WalletSettings = { ...settings, container };
  await wallet.init(shadowed, payment(never));
  expect(theFrame(root).clientHeight).toBe(314);
  const method = code(wallet.getPaymentMethod());
  inner.remove();
  expect(await method).toBe('container_removed');
});

test('changes elsewhere on the page leave the wallet alone', async () => {
  const { wallet } = connectedPage();
  await wallet.init(settings, payment());
  document.body.append('text after the wallet');
  document.querySelector('#wallet')?.append('text under the wallet');
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});
