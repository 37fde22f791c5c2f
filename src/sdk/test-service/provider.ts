import { afterEach, expect, vi } from 'vitest';
import type { Sdk } from '../base/public-types.ts';
import { baseUrl, freshKey, freshPage, logOf, payment, settings } from './client.ts';

/** Of the test that runs. */
let open: Sdk | undefined;
export const windows: Window[] = [];
afterEach(async () => {
  await open?.wallet.destroy();
  for (const each of windows.splice(0)) each.close();
  vi.restoreAllMocks();
});

type Directions = NonNullable<Parameters<typeof payment>[0]>;
type Finish = NonNullable<Directions['finishProvider']>;

export const done = { ok: true, value: null };
export const refusalOf = (name: string) => ({ code: name, message: `makeInstantPayment: found ${name}` });
export const refused = (name: string) => ({ ok: false, error: refusalOf(name) });
const dialog = {
  css: 'padding:24px;',
  lang: 'de',
  dir: 'ltr',
  parts: [
    { key: 'proceed', tag: 'button', css: '', textContent: 'Zurück zu PayPal' },
    { key: 'stop', tag: 'button', css: '', textContent: 'Abbrechen' },
  ],
} as const;
export const instant = { use: 'instant', opens: 'window' };
export const alternative = {
  use: 'alternative',
  opens: 'window',
  refusal: refusalOf('payment_method_not_selected'),
};

type Scene = Partial<Omit<Directions, 'startProvider'>> & {
  choice: object;
  starts?: (key: string) => unknown[];
};

/** Windows really open; the spy only remembers them. */
export function rememberWindows() {
  const really: (...given: [string, string, string]) => Window | null = document.open.bind(document);
  const opening = vi.fn((...given: [string, string, string]) => {
    const opened = really(...given);
    if (opened) windows.push(opened);
    return opened;
  });
  vi.spyOn(document, 'open').mockImplementation(opening as never);
  return opening;
}

export const sheet = (key: string, order = 'one') =>
  `${baseUrl}/sheet?${new URLSearchParams({ key, order })}`;

/** A wallet whose frame has told that `choice` is chosen, and directs the provider's payment. */
export async function standing({ choice, starts, ...given }: Scene) {
  const opening = rememberWindows();
  const sdk = freshPage();
  open = sdk;
  const key = freshKey();
  sdk.wallet.on('error', () => {});
  await sdk.auth.connect({ publishableKey: key, refreshToken: 'ok' });
  const startProvider = starts?.(key) ?? [{ ok: true, value: sheet(key) }];
  const next: Directions['next'] = [['choose', choice]];
  await sdk.wallet.init(
    settings,
    payment({ finishProvider: [{ when: 'never' }], dialog, ...given, startProvider, next }),
  );
  // Answered behind the choice.
  await sdk.wallet.setLocale('en');
  const calls = async () => (await logOf(key)).map(({ call }) => call);
  const sheets = async () =>
    (await logOf(key)).filter(({ call }) => call === 'sheet').map(({ order }) => order);
  return { ...sdk.wallet, opening, key, calls, sheets };
}

export const soon = (answer: unknown): Finish => [{ when: 'soon', answer }];
export const shown = (wallet: { sheets(): Promise<unknown[]> }, orders: string[]) =>
  vi.waitFor(async () => expect(await wallet.sheets()).toEqual(orders));
