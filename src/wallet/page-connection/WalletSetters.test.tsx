import { texts } from 'virtual:texts/en';
import { texts as accented } from 'virtual:texts/en-XA';
import { effect, signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AppearanceVariables } from '../../contract/forms/appearance.ts';
import type { PaymentDetails, View } from '../../contract/forms/settings.ts';
import { createExpressPart } from '../express/express-part.ts';
import type { Texts } from '../i18n/translate.ts';
import { createAnswerViews } from '../lazy-checkout/answer-views.ts';
import { LazyManage } from '../loading/lazy-manage.ts';
import { onceAtRest } from '../once-at-rest.ts';
import { CardFormState } from '../state/card-form.ts';
import { Challenges } from '../state/challenges.ts';
import { Checkout } from '../state/checkout.ts';
import { Locale } from '../state/locale.ts';
import { SavedCards } from '../state/saved-cards.ts';
import { Session } from '../state/session.ts';
import { Wallet } from '../state/wallet.ts';
import { App } from '../views/App.tsx';
import { publishState, tokensOf } from './publish-state.ts';
import { createSetters, refuseOtherMerchant, refuseOtherView } from './setters.ts';
import '../styles.css';

const details = { currency: 'EUR', amount: '10.00' } satisfies PaymentDetails;

/** The app as `init` leaves it, and what a merchant can change of it. */
function show({ view = 'CHECKOUT' as View, load = async (): Promise<Texts> => accented } = {}) {
  const form = new CardFormState({ accepted: ['VI', 'MC', 'DC'], now: () => Date.UTC(2026, 10, 21) });
  const saved = new SavedCards({ listMethods: async () => ({ ok: true, value: [] }), onFailed: () => {} });
  const models = {
    form,
    saved,
    wallet: new Wallet({ view, theme: 'auto', pageTheme: 'light', labels: 'above' }),
    session: new Session(),
    answerViews: signal(createAnswerViews()),
    express: signal(createExpressPart()),
    manage: new LazyManage(() => new Promise(() => {})),
    checkout: new Checkout({ saved: saved.status, form }),
    challenges: new Challenges({ resume: async () => {} }),
    locale: new Locale({
      tag: 'en',
      texts,
      load: async (tag) => ({ tag, texts: await load() }),
    }),
  };
  const settings = { locale: 'en' as const, merchant_id: 1, view };
  models.wallet.start(view === 'CHECKOUT' ? { settings, payment_details: details } : { settings });
  saved.showGuest();
  const { container } = render(<App {...models} onReconnect={() => {}} />);
  const page = { emit: () => {}, resize: () => {}, dress: () => {}, look: async () => 'light' as const };
  publishState(models, {
    page,
    content: container,
    effect,
    onceAtRest: (act) => onceAtRest(models, act),
  });
  return { ...models, ...createSetters(models, { localeTags: ['en', 'en-XA'] }) };
}

type Shown = ReturnType<typeof show>;

/** Each setter, changing something that can be seen; the view comes back, or there would be no field to look at. */
const setters: Readonly<Record<string, (wallet: Shown) => unknown>> = {
  setPaymentDetails: (wallet) => wallet.setPaymentDetails({ ...details, amount: '12.00' }),
  setAcceptedCreditCards: (wallet) => wallet.setAcceptedCreditCards(['visa']),
  setView: async (wallet) => {
    wallet.setView('MANAGE');
    await painted();
    expect(screen.queryByRole('textbox')).toBeNull();
    wallet.setView('CHECKOUT');
  },
  setLocale: (wallet) => wallet.setLocale('en-XA'),
  setAppearance: (wallet) => wallet.setAppearance({ theme: 'dark' }, 'light'),
};
const names = Object.keys(setters);

const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));

function field(autocomplete: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[autocomplete=${autocomplete}]`);
  if (!found) throw new Error(`found no ${autocomplete}`);
  return found;
}

/** All that a shopper in the middle of a form would miss. */
function standing({ form }: Shown) {
  const number = field('cc-number');
  return {
    number: number.value,
    selection: [number.selectionStart, number.selectionEnd, number.selectionDirection],
    hasFocus: document.activeElement === number,
    others: ['cc-name', 'cc-exp', 'cc-csc'].map((name) => field(name).value),
    red: ['cc-name', 'cc-exp', 'cc-csc', 'cc-number'].filter((name) => field(name).ariaInvalid === 'true'),
    shown: Object.values(form.reasons).map(({ value }) => value),
  };
}

/** A name that is a number, half an expiry, and the middle of a card number selected. */
async function fillHalf() {
  await userEvent.click(field('cc-name'));
  await userEvent.keyboard('4242 4242{Tab}');
  await userEvent.click(field('cc-exp'));
  await userEvent.keyboard('12{Tab}12');
  await userEvent.click(field('cc-number'));
  await userEvent.keyboard('42424242424');
  field('cc-number').setSelectionRange(3, 7, 'backward');
}

afterEach(() => {
  cleanup();
  document.documentElement.removeAttribute('data-theme');
});

describe('a setter', () => {
  it.each(names)('%s alone keeps digits, selection, focus and messages', async (name) => {
    const wallet = show();
    await fillHalf();
    const before = standing(wallet);
    expect(before).toMatchObject({
      number: '4242 4242 424',
      selection: [3, 7, 'backward'],
      hasFocus: true,
      red: ['cc-name', 'cc-exp', 'cc-csc'],
    });
    await setters[name]?.(wallet);
    await painted();
    expect(standing(wallet)).toEqual(before);
  });

  it.each(names.flatMap((one) => names.map((other) => [one, other] as const)))(
    '%s and then %s keep digits, selection, focus and messages',
    { tags: 'prove' },
    async (one, other) => {
      const wallet = show();
      await fillHalf();
      const before = standing(wallet);
      await setters[one]?.(wallet);
      await setters[other]?.(wallet);
      await painted();
      expect(standing(wallet)).toEqual(before);
    },
  );

  it('of each kind at once, in one turn, keeps them too, and typing goes on at the selection', async () => {
    const wallet = show();
    await fillHalf();
    const before = standing(wallet);
    await Promise.all(names.map((name) => setters[name]?.(wallet)));
    await painted();
    expect(standing(wallet)).toEqual(before);
    await userEvent.keyboard('9');
    expect(field('cc-number').value).toBe('4249 4242 4');
  });
});

describe('setAcceptedCreditCards', () => {
  it('narrows what the business accepts, each time anew, and leaves Diners to the business', () => {
    const { setAcceptedCreditCards, form } = show();
    setAcceptedCreditCards(['visa']);
    expect(form.accepted.value).toEqual(['VI', 'DC']);
    setAcceptedCreditCards(['mastercard', 'visa']);
    expect(form.accepted.value).toEqual(['VI', 'MC', 'DC']);
  });

  it('takes the choice from a saved card that it refuses, gives it to no other, and back with the brand', async () => {
    const { setAcceptedCreditCards, saved, checkout } = show();
    const card = { id: 1, brand: 'MC', last4: '4444', expMonth: '12', expYear: '2027' } as const;
    const both = [card, { ...card, id: 2, brand: 'VI', last4: '1111' } as const];
    saved.show(both.map((each) => ({ ...each, isDefault: false, isExpired: false })));
    await screen.findByRole('radio', { name: /Mastercard/, checked: true });
    setAcceptedCreditCards(['visa']);
    await painted();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    const refused = screen.getByRole('radio', { name: /Mastercard/ });
    expect(refused.getAttribute('aria-disabled')).toBe('true');
    expect(checkout.usable.value).toBeNull();
    setAcceptedCreditCards(['visa', 'mastercard']);
    await painted();
    expect(screen.getByRole('radio', { checked: true })).toBe(
      screen.getByRole('radio', { name: /Mastercard/ }),
    );
  });

  it('leaves the form that is being typed in where it is, also when it brings back the only saved card', async () => {
    const wallet = show();
    wallet.setAcceptedCreditCards(['mastercard']);
    const card = { id: 1, brand: 'VI', last4: '1111', expMonth: '12', expYear: '2027' } as const;
    wallet.saved.show([{ ...card, isDefault: false, isExpired: false }]);
    await screen.findByRole('radio', { name: 'New card', checked: true });
    await fillHalf();
    const before = standing(wallet);
    wallet.setAcceptedCreditCards(['visa', 'mastercard']);
    await painted();
    expect(standing(wallet)).toMatchObject({ hasFocus: true, selection: before.selection });
    expect(wallet.checkout.selection.value).toEqual({ kind: 'new' });
  });

  it('refuses to widen, by name, and then changes nothing', () => {
    const { setAcceptedCreditCards, form } = show();
    const widening = () => setAcceptedCreditCards(['visa', 'amex', 'jcb']);
    expect(widening).toThrow(expect.objectContaining({ code: 'invalid_argument', param: 'names' }));
    expect(widening).toThrow('found amex, jcb, which the business does not accept');
    expect(form.accepted.value).toEqual(['VI', 'MC', 'DC']);
  });
});

describe('setView', () => {
  it('and a new session refuse the view that the refresh token was not made for', () => {
    const { session, setView } = show();
    const granted = { accessToken: 'a', expiresIn: 900, walletSession: 'w', isGuest: false };
    session.open({ ...granted, view: 'CHECKOUT' });
    const refusal = expect.objectContaining({ code: 'view_not_allowed', param: 'view' });
    expect(() => setView('MANAGE')).toThrow(refusal);
    expect(() => refuseOtherView({ ...granted, view: 'MANAGE' }, 'CHECKOUT')).toThrow(refusal);
    setView('CHECKOUT');
    session.open(granted);
    setView('MANAGE');
  });

  it('refuses CHECKOUT until there are payment details, and takes those of setPaymentDetails', () => {
    const { setView, setPaymentDetails, wallet } = show({ view: 'MANAGE' });
    expect(() => setView('CHECKOUT')).toThrow(
      expect.objectContaining({ code: 'invalid_argument', param: 'payment_details' }),
    );
    setPaymentDetails(details);
    setView('CHECKOUT');
    expect(wallet.view.value).toBe('CHECKOUT');
  });
});

it('S69: refuseOtherMerchant refuses a session of a refresh token made for another, or for none where pages may not name it', () => {
  const granted = { accessToken: 'a', expiresIn: 900, walletSession: 'w', isGuest: false };
  const own = { ...granted, merchant_id: 1001 };
  const refusal = expect.objectContaining({ code: 'merchant_not_allowed', param: 'merchant_id' });
  expect(() => refuseOtherMerchant(own, { merchantId: 1002 })).toThrow(refusal);
  expect(() => refuseOtherMerchant(granted, { merchantId: 1002, ownOnly: true })).toThrow(refusal);
  refuseOtherMerchant(own, { merchantId: 1001, ownOnly: true });
  refuseOtherMerchant(granted, { merchantId: 1002 });
});

describe('setLocale', () => {
  it('says service_unreachable when the texts do not come, and keeps the language on show', async () => {
    const { setLocale, locale } = show({ load: () => Promise.reject(new TypeError('Failed to fetch')) });
    await expect(setLocale('en-XA')).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(locale.tag.value).toBe('en');
  });

  it.each(['en', 'en-GB', 'tlh'])('asks for no texts for %s, whose closest is on show', async (language) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const load = vi.fn(async (): Promise<Texts> => texts);
    const { setLocale, locale } = show({ load });
    await setLocale(language);
    expect(locale.tag.value).toBe('en');
    expect(load).not.toHaveBeenCalled();
  });

  it('shows English for a language without texts, and warns', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { setLocale, locale } = show();
    await setLocale('en-XA');
    await setLocale('tlh');
    expect(locale.tag.value).toBe('en');
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('"tlh"'));
  });
});

describe('setAppearance', () => {
  it('changes the theme at once, and auto is what the page is by then', async () => {
    const { setAppearance } = show();
    setAppearance({ theme: 'dark' }, 'light');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    setAppearance({ theme: 'auto' }, 'light');
    expect(document.documentElement.dataset['theme']).toBe('light');
    setAppearance({ theme: 'auto' }, 'dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it("paints a ground where the theme is not the page's, or when told, and else lets the page through", () => {
    const { setAppearance } = show();
    const wallet = document.querySelector('section')?.parentElement;
    wallet?.setAttribute('id', 'wallet');
    const ground = () => {
      const { backgroundColor, paddingTop } = getComputedStyle(wallet ?? document.body);
      return `${backgroundColor}, ${paddingTop}`;
    };
    expect(ground()).toBe('rgba(0, 0, 0, 0), 4px');
    setAppearance({ theme: 'dark' }, 'light');
    expect(ground()).toBe('rgb(20, 25, 31), 20px');
    setAppearance({ theme: 'light' }, 'auto');
    expect(ground()).toBe('rgb(255, 255, 255), 20px');
    setAppearance({ theme: 'dark' }, 'dark');
    expect(ground()).toBe('rgba(0, 0, 0, 0), 4px');
    setAppearance({ variables: { colorBackground: '#fefae0' } }, 'light');
    expect(ground()).toBe('rgb(254, 250, 224), 20px');
  });

  it.each(Object.keys(AppearanceVariables.members))('knows a token of the stylesheet for %s', (name) => {
    const [[token] = ['']] = tokensOf({ [name]: 'x' });
    expect(getComputedStyle(document.documentElement).getPropertyValue(token)).not.toBe('');
  });

  it('gives every variable to what it is about, and takes it back with the next appearance', async () => {
    const { setAppearance } = show();
    const look = () => {
      const style = getComputedStyle(field('cc-number').closest('.field-box') ?? document.body);
      return [style.borderTopLeftRadius, style.backgroundColor, style.fontFamily, style.minHeight];
    };
    const before = look();
    setAppearance(
      {
        variables: {
          radius: '2px',
          colorField: '#123456',
          fontFamily: '"Courier New", monospace',
          controlSize: '60px',
        },
      },
      'light',
    );
    expect(look()).toEqual(['2px', 'rgb(18, 52, 86)', '"Courier New", monospace', '60px']);
    setAppearance({}, 'light');
    expect(look()).toEqual(before);
  });

  it.each([
    ['colorText', 'bluish'],
    ['colorText', 'rgb(1 2 3 4 5)'],
    ['fontFamily', 'Foo 8'],
  ])('refuses %s %s, which no browser knows, and keeps the look', (name, value) => {
    const { setAppearance } = show();
    expect(() => setAppearance({ theme: 'dark', variables: { [name]: value } }, 'light')).toThrow(
      expect.objectContaining({ code: 'invalid_argument', param: `appearance.variables.${name}` }),
    );
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  it('puts the labels into the fields until something is typed there', async () => {
    const { setAppearance } = show();
    const label = () => document.querySelector<HTMLElement>('.field-label')?.getBoundingClientRect();
    const box = () => field('cc-number').closest('.field-box')?.getBoundingClientRect();
    expect(label()?.bottom).toBeLessThanOrEqual(box()?.top ?? 0);
    setAppearance({ labels: 'floating' }, 'light');
    document.documentElement.style.setProperty('--duration-short', '0s');
    expect(label()?.height).toBe(box()?.height);
    await userEvent.type(field('cc-number'), '4242');
    await painted();
    expect(label()?.height).toBeLessThan(30);
    await userEvent.tab();
    expect(label()?.height).toBeLessThan(30);
  });
});
