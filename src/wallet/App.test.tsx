import { texts } from 'virtual:texts/en';
import { texts as accented } from 'virtual:texts/en-XA';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { WalletEvent } from '../contract/events.ts';
import { InitArguments } from '../contract/settings.ts';
import { App } from './App.tsx';
import { speakOutward } from './outward.ts';
import { CardFormState } from './state/card-form.ts';
import { Checkout } from './state/checkout.ts';
import { Locale } from './state/locale.ts';
import { SavedCards } from './state/saved-cards.ts';
import { Session } from './state/session.ts';
import { Wallet } from './state/wallet.ts';

const settings = { merchant_id: 1, view: 'CHECKOUT', appearance: { theme: 'dark' } };
const checkoutArguments = InitArguments.parse({
  settings,
  payment_details: { currency: 'EUR', amount: '1' },
});
const guest = { accessToken: 'a', expiresIn: 900, walletSession: 'w', isGuest: true };

/** The app over real models, and what it says to a page that only listens. */
function show() {
  const form = new CardFormState({ accepted: ['VI'], now: () => Date.UTC(2026, 10, 21) });
  const saved = new SavedCards({ listMethods: async () => ({ ok: true, value: [] }), onFailed: () => {} });
  const models = {
    ...{ form, saved, wallet: new Wallet({ view: 'CHECKOUT', theme: 'auto' }), session: new Session() },
    checkout: new Checkout({ saved: saved.status, form }),
    locale: new Locale({ tag: 'en', texts, available: ['en', 'en-XA'], load: async () => accented }),
  };
  const said: WalletEvent[] = [];
  const resize = vi.fn();
  const onReconnect = vi.fn();
  const { container } = render(<App {...models} onReconnect={onReconnect} />);
  speakOutward(models, { page: { emit: (event) => said.push(event), resize }, content: container });
  return { ...models, said, resize, onReconnect, container };
}

const turn = () => new Promise((done) => setTimeout(done));

afterEach(cleanup);

describe('App', () => {
  it('says ready once, when both settings and session are here', async () => {
    const { wallet, session, said } = show();
    wallet.start(checkoutArguments);
    await turn();
    expect(said).toEqual([]);
    session.open(guest);
    session.open(guest);
    await turn();
    expect(said).toEqual([{ name: 'ready', payload: {} }]);
  });

  it('says checkoutReady on each change in either direction, and only then', () => {
    const { form, said } = show();
    form.type('name', 'Ada');
    form.type('number', '4242424242424242');
    form.type('expiry', '12 / 27');
    expect(said).toEqual([]);
    form.type('code', '123');
    form.type('name', 'Ada Lovelace');
    form.type('code', '12');
    const paymentMethod = { type: 'card', name: 'Visa', credit_type: 'VI', last_4_digits: '4242' };
    expect(said).toEqual([
      { name: 'checkoutReady', payload: { status: true, paymentMethod } },
      { name: 'checkoutReady', payload: { status: false, paymentMethod: null } },
    ]);
  });

  it('shows another language and theme without losing what is typed', async () => {
    const { wallet, locale } = show();
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('4242');
    wallet.start(checkoutArguments);
    await locale.show('en-XA');
    const field = await screen.findByLabelText<HTMLInputElement>(/^\[Cáŕð ñûmbéŕ/);
    expect([field.value, document.activeElement]).toEqual(['4242', field]);
    const { lang, dir, dataset } = document.documentElement;
    expect([lang, dir, dataset['theme']]).toEqual(['en-XA', 'ltr', 'dark']);
  });

  it('reports the height it needs, and each change of it', async () => {
    const { form, resize, container } = show();
    await waitFor(() => expect(resize).toHaveBeenCalled());
    const before = resize.mock.lastCall?.[0];
    form.submit();
    await waitFor(() => expect(resize.mock.lastCall?.[0]).toBeGreaterThan(before));
    expect(resize.mock.lastCall?.[0]).toBe(container.getBoundingClientRect().height);
  });

  it('keeps the form and offers to try again when the line to the page could not be loaded', async () => {
    const { wallet, onReconnect } = show();
    wallet.lose();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(onReconnect).toHaveBeenCalledOnce();
    expect(screen.getByLabelText<HTMLInputElement>('Card number').disabled).toBe(false);
  });
});
