import { texts } from 'virtual:texts/en';
import { texts as accented } from 'virtual:texts/en-XA';
import { effect, signal } from '@preact/signals';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { hydrate } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { InitArguments, WalletSettings } from '../../contract/forms/settings.ts';
import type { WalletEvent } from '../../contract/frame/events.ts';
import { adoptTypedText } from '../adopt-typed-text.ts';
import { createExpressPart } from '../express/express-part.ts';
import { createAnswerViews } from '../lazy-checkout/answer-views.ts';
import { LazyManage } from '../loading/lazy-manage.ts';
import { onceAtRest } from '../once-at-rest.ts';
import { publishState } from '../page-connection/publish-state.ts';
import { CardFormState } from '../state/card-form.ts';
import { Challenges } from '../state/challenges.ts';
import { Checkout } from '../state/checkout.ts';
import { Locale } from '../state/locale.ts';
import { SavedCards } from '../state/saved-cards.ts';
import { Session } from '../state/session.ts';
import { Wallet } from '../state/wallet.ts';
import { App } from './App.tsx';

const settings = {
  locale: 'en',
  merchant_id: 1,
  view: 'CHECKOUT',
  appearance: { theme: 'dark' },
} as const satisfies WalletSettings;
const payment_details = { currency: 'EUR' as const, amount: '1' };
const checkoutArguments: InitArguments = { settings, payment_details };
const guest = { accessToken: 'a', expiresIn: 900, walletSession: 'w', isGuest: true };

function createModels() {
  const form = new CardFormState({ accepted: ['VI'], now: () => Date.UTC(2026, 10, 21) });
  const saved = new SavedCards({ listMethods: async () => ({ ok: true, value: [] }), onFailed: () => {} });
  return {
    form,
    saved,
    wallet: new Wallet({ view: 'CHECKOUT', theme: 'auto', pageTheme: 'light', labels: 'above' }),
    session: new Session(),
    answerViews: signal(createAnswerViews()),
    express: signal(createExpressPart()),
    manage: new LazyManage(() => Promise.reject(new Error('lost'))),
    checkout: new Checkout({ saved: saved.status, form }),
    challenges: new Challenges({ resume: async () => {} }),
    locale: new Locale({ tag: 'en', texts, load: async () => ({ tag: 'en-XA', texts: accented }) }),
  };
}

/** The app over real models, and what it says to a page that only listens. */
function show() {
  const models = createModels();
  const said: WalletEvent[] = [];
  const resize = vi.fn();
  const dress = vi.fn();
  const onReconnect = vi.fn();
  const { container } = render(<App {...models} onReconnect={onReconnect} />);
  publishState(models, {
    page: { emit: (event) => said.push(event), resize, dress, look: async () => 'light' as const },
    content: container,
    effect,
    onceAtRest: (act) => onceAtRest(models, act),
  });
  return { ...models, said, resize, dress, onReconnect, container };
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

  it.each([
    [{}, 'Expiry date'],
    [{ auto_advance: false }, 'Card number'],
  ])('with settings %o has the focus at %s after a whole card number', async (more, label) => {
    const { wallet } = show();
    wallet.start({ settings: { ...settings, ...more }, payment_details });
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('4242424242424242428');
    expect(document.activeElement).toBe(screen.getByLabelText(label));
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

  it('tells the page of each press of an express button, and forgets it when no payment begins', () => {
    vi.useFakeTimers();
    const { checkout, said } = show();
    const paymentMethod = { type: 'instant', name: 'PayPal', credit_type: 'PL', last_4_digits: '' };
    const press = () => checkout.press({ method: 'paypal', use: 'instant' });
    press();
    expect(said).toEqual([]);
    vi.advanceTimersByTime(0);
    press();
    vi.advanceTimersByTime(4999);
    expect(said).toEqual(Array(2).fill({ name: 'expressPay', payload: { paymentMethod } }));
    expect(checkout.paysWith.value).toMatchObject({ method: 'paypal' });
    vi.advanceTimersByTime(1);
    expect(checkout.paysWith.value).toEqual({ kind: 'new' });
    vi.useRealTimers();
  });

  it('shows another language and theme without losing what is typed', async () => {
    const { wallet, locale, dress } = show();
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('4242');
    wallet.start(checkoutArguments);
    await locale.show('en-XA');
    const field = await screen.findByLabelText<HTMLInputElement>(/^\[Cáŕð ñûmbéŕ/);
    expect([field.value, document.activeElement]).toEqual(['4242', field]);
    const { lang, dir, dataset } = document.documentElement;
    expect([lang, dir, dataset['theme']]).toEqual(['en-XA', 'ltr', 'dark']);
    const title = expect.stringMatching(/^\[Páýméñţ/);
    const words = expect.objectContaining({ lang: 'en-XA', dir: 'ltr', retry: '[Tŕý ágáíñ~~~]' });
    expect(document.body.style.colorScheme).toBe('dark');
    // The frame's element keeps the first scheme, as its document's root does: with another the frame would be opaque.
    expect(dress.mock.lastCall?.[0]).toEqual({ title, lang: 'en-XA', words, theme: 'auto' });
  });

  it('reports the height it needs, and each change of it', async () => {
    const { form, resize, container } = show();
    await waitFor(() => expect(resize).toHaveBeenCalled());
    const before = resize.mock.lastCall?.[0];
    form.submit();
    await waitFor(() => expect(resize.mock.lastCall?.[0]).toBeGreaterThan(before));
    expect(resize.mock.lastCall?.[0]).toBe(container.getBoundingClientRect().height);
  });

  it('keeps the form and offers to try again when the page connection could not be loaded', async () => {
    const { wallet, onReconnect } = show();
    wallet.setFailedToLoad(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(onReconnect).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Payment method' }));
    expect(screen.getByLabelText<HTMLInputElement>('Card number').disabled).toBe(false);
  });
});

describe('App where a part behind the form was lost', () => {
  it.each([true, false])('keeps what the page has set, lost: %s', (isLost) => {
    const { wallet } = show();
    wallet.start(checkoutArguments);
    wallet.setFailedToLoad(isLost);
    expect([wallet.status.value.name, wallet.theme.value]).toEqual(['ready', 'dark']);
  });

  it('says so of MANAGE in that view alone', async () => {
    const { wallet, manage } = show();
    wallet.start(checkoutArguments);
    wallet.setView('MANAGE');
    await manage.load();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    wallet.setView('CHECKOUT');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('adoptTypedText', () => {
  /** The document's own form, filled in before the script runs, and then brought to life. */
  function wake(typeFirst: (number: HTMLInputElement, expiry: HTMLInputElement) => void) {
    const content = document.body.appendChild(document.createElement('div'));
    content.innerHTML = renderToString(<App {...createModels()} onReconnect={() => {}} />);
    const [number, expiry] = ['Card number', 'Expiry date'].map((label) =>
      screen.getByLabelText<HTMLInputElement>(label),
    );
    if (!(number && expiry)) throw new Error('no fields');
    typeFirst(number, expiry);
    const models = createModels();
    adoptTypedText({ content, ...models }, () =>
      hydrate(<App {...models} onReconnect={() => {}} />, content),
    );
    return { ...models, number, expiry, content };
  }

  afterEach(() => document.body.replaceChildren());

  it('loses nothing that was typed before the form came to life, and tidies it', async () => {
    const { form, number, expiry } = wake((numberField, expiryField) => {
      numberField.value = '42424242';
      expiryField.value = '1227';
    });
    await waitFor(() => expect([number.value, expiry.value]).toEqual(['4242 4242', '12 / 27']));
    expect([form.values.number.value, form.values.expiry.value]).toEqual(['42424242', '12 / 27']);
    await userEvent.type(number, '4');
    expect(form.values.number.value).toBe('424242424');
  });

  it('leaves the caret where the shopper is typing', async () => {
    const { number } = wake((field) => {
      field.focus();
      field.value = '4242';
      field.setSelectionRange(2, 2);
    });
    await userEvent.keyboard('9');
    expect(document.activeElement).toBe(number);
    expect(number.value).toBe('4294 2');
  });

  it('keeps the form first for who is in it before the list of cards comes', () => {
    expect(wake((field) => field.focus()).checkout.selection.value).toEqual({ kind: 'new' });
    document.body.replaceChildren();
    const untouched = wake(() => {});
    untouched.saved.load();
    expect(untouched.checkout.isFormFirst.value).toBe(true);
  });

  it('leaves the form in its elements, named and described as by the build', async () => {
    const { number, content } = wake(() => {});
    await waitFor(() => expect(screen.getByRole('img', { name: 'Accepted cards: Visa' })).toBeTruthy());
    expect(content.querySelectorAll('form')).toHaveLength(1);
    await userEvent.click(number);
    await userEvent.keyboard('1');
    await userEvent.tab();
    const message = document.getElementById(number.getAttribute('aria-describedby') ?? '');
    expect(message?.className).toBe('field-error');
  });
});
