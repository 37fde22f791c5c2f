import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { CardFormState } from './card-form.ts';
import { Checkout } from './checkout.ts';
import { ProviderOffers } from './provider-offers.ts';
import type { SavedCardsStatus } from './saved-cards.ts';

const card = (id: number, given: Partial<SavedCard> = {}): SavedCard => ({
  id,
  brand: 'VI',
  last4: '0042',
  expMonth: '12',
  expYear: '2027',
  isDefault: false,
  isExpired: false,
  ...given,
});

function checkoutWith(status: SavedCardsStatus, remembered = 0) {
  const saved = signal(status);
  const form = new CardFormState({ accepted: ['VI', 'AX'], now: () => Date.UTC(2026, 10, 21) });
  const offers = new ProviderOffers({
    offers: [{ method: 'paypal', use: 'alternative' }],
    wallet: signal({ name: 'starting' as const }),
    canPay: () => false,
  });
  return { saved, form, checkout: new Checkout({ saved, form, offers, rememberedCount: remembered }) };
}

const listed = (...cards: SavedCard[]): SavedCardsStatus => ({ name: 'listed', cards });

describe('Checkout', () => {
  it('chooses the first card that has not expired', () => {
    const { checkout } = checkoutWith(listed(card(1, { isExpired: true }), card(2)));
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 2 });
    expect(checkout.usable.value).toEqual({
      type: 'card',
      name: 'Visa',
      credit_type: 'VI',
      last_4_digits: '0042',
    });
  });

  it('chooses a new card when all have expired', () => {
    const { checkout } = checkoutWith(listed(card(1, { isExpired: true })));
    expect(checkout.selection.value).toEqual({ kind: 'new' });
  });

  it('keeps the form chosen and first if it was touched before the list came', () => {
    const { checkout, saved } = checkoutWith({ name: 'loading' });
    checkout.touchForm();
    saved.value = listed(card(1));
    expect(checkout.selection.value).toEqual({ kind: 'new' });
    expect(checkout.isFormFirst.value).toBe(true);
  });

  it('notifies nobody when a key in the form chooses it again', () => {
    const { checkout } = checkoutWith({ name: 'loading' });
    let told = 0;
    checkout.selection.subscribe(() => {
      told += 1;
    });
    for (let keys = 0; keys < 3; keys += 1) checkout.touchForm();
    expect(told).toBe(1);
  });

  it('pays with the express button that was pressed, and with the chosen row once that is over', () => {
    const { checkout } = checkoutWith(listed(card(1)));
    const row = checkout.selection.value;
    checkout.press({ method: 'googlepay', use: 'alternative' });
    expect(checkout.paysWith.value).toEqual({ kind: 'provider', method: 'googlepay', use: 'alternative' });
    expect(checkout.pressed.value).toEqual({
      type: 'alternative',
      name: 'Google Pay',
      credit_type: 'GP',
      last_4_digits: '',
    });
    expect([checkout.selection.value, checkout.usable.value?.name]).toEqual([row, 'Visa']);
    checkout.release();
    expect(checkout.paysWith.value).toEqual(row);
    checkout.press({ method: 'googlepay', use: 'alternative' });
    checkout.select({ kind: 'new' });
    expect(checkout.paysWith.value).toEqual({ kind: 'new' });
  });

  it('puts the list first if the form was not touched', () => {
    const { checkout, saved } = checkoutWith({ name: 'loading' });
    expect(checkout.isFormFirst.value).toBe(true);
    saved.value = listed(card(1));
    checkout.select({ kind: 'new' });
    checkout.touchForm();
    expect(checkout.isFormFirst.value).toBe(false);
  });

  it('chooses the first card of an accepted brand, and lists the refused ones', () => {
    const kept = [card(1, { brand: 'MC' }), card(2), card(3, { brand: 'PL' }), card(4, { brand: 'MWS' })];
    const { checkout } = checkoutWith(listed(...kept));
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 2 });
    expect(checkout.refused.value).toEqual([1, 4]);
    checkout.select({ kind: 'saved', id: 1 });
    expect(checkout.usable.value).toBeNull();
  });

  it('chooses nothing while the chosen card’s brand is not accepted, and that card again afterwards', () => {
    const { checkout, form } = checkoutWith(listed(card(1, { brand: 'AX' }), card(2)));
    checkout.keepChoice(() => form.accept(['visa']));
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 1 });
    expect(checkout.usable.value).toBeNull();
    checkout.keepChoice(() => form.accept(['visa', 'amex']));
    expect(checkout.usable.value).toMatchObject({ credit_type: 'AX' });
  });

  it('hides the refusal of a brand when that brand is accepted again, and no other problem', () => {
    const { checkout, form } = checkoutWith(listed(card(1, { brand: 'AX' })));
    const refusal = { code: 'card_brand_not_accepted', message: 'x' } as const;
    checkout.keepChoice(() => form.accept(['visa']));
    checkout.show(refusal);
    checkout.keepChoice(() => form.accept(['mastercard']));
    expect(checkout.problem.value).toEqual(refusal);
    checkout.keepChoice(() => form.accept(['visa', 'amex']));
    expect(checkout.problem.value).toBeNull();
    checkout.show({ ...refusal, code: 'internal_error' });
    checkout.keepChoice(() => form.accept(['amex']));
    expect(checkout.problem.value?.code).toBe('internal_error');
  });

  it('leaves the choice to the list if brands are narrowed before it comes', () => {
    const { checkout, form, saved } = checkoutWith({ name: 'loading' });
    checkout.keepChoice(() => form.accept(['visa']));
    saved.value = listed(card(1, { brand: 'AX' }), card(2));
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 2 });
  });

  it('is usable exactly while the form is complete', () => {
    const { checkout, form } = checkoutWith({ name: 'guest' });
    form.type('name', 'Ada Lovelace');
    form.type('number', '378282246310005');
    form.type('expiry', '12 / 27');
    expect(checkout.usable.value).toBeNull();
    form.type('code', '1234');
    expect(checkout.usable.value).toMatchObject({ name: 'American Express', last_4_digits: '0005' });
    form.type('number', '37828224631000');
    expect(checkout.usable.value).toBeNull();
  });

  it('hides `offline` when the network is back, and no other problem', () => {
    const { checkout } = checkoutWith({ name: 'guest' });
    checkout.show({ code: 'internal_error', message: 'x' });
    checkout.backOnline();
    expect(checkout.problem.value?.code).toBe('internal_error');
    checkout.show({ code: 'offline', message: 'x' });
    checkout.backOnline();
    expect(checkout.problem.value).toBeNull();
  });

  it.each([
    ['an empty list', listed()],
    ['a guest', { name: 'guest' } as const],
  ])('chooses the form once the chosen card has gone with all others: %s', (_, status) => {
    const { checkout, saved } = checkoutWith(listed(card(1)));
    checkout.select({ kind: 'saved', id: 1 });
    saved.value = status;
    expect(checkout.selection.value).toEqual({ kind: 'new' });
  });

  it('keeps the form that was touched chosen, whatever becomes of the list', () => {
    const { checkout, form, saved } = checkoutWith({ name: 'loading' });
    checkout.keepChoice(() => form.accept(['amex']));
    saved.value = listed(card(1));
    checkout.touchForm();
    checkout.keepChoice(() => form.accept(['visa', 'amex']));
    expect(checkout.selection.value).toEqual({ kind: 'new' });
  });

  it('keeps the form where it is and chosen if it was touched below an empty list', () => {
    const { checkout, saved } = checkoutWith(listed());
    checkout.touchForm();
    saved.value = listed(card(1));
    expect(checkout.selection.value).toEqual({ kind: 'new' });
    expect(checkout.isFormFirst.value).toBe(true);
  });

  it('does not choose the form when autofill fills it while it is hidden', () => {
    const { checkout } = checkoutWith(listed(card(1)));
    checkout.touchForm();
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 1 });
  });

  it('is not usable once the chosen card has left the list', () => {
    const { checkout, saved } = checkoutWith(listed(card(1), card(2)));
    checkout.select({ kind: 'saved', id: 2 });
    saved.value = listed(card(1));
    expect(checkout.usable.value).toBeNull();
  });

  it('lists cards that cannot be chosen last, the others in their order', () => {
    const { checkout } = checkoutWith(
      listed(card(1, { isExpired: true }), card(2, { brand: 'MC' }), card(3), card(4)),
    );
    expect(checkout.cards.value.map(({ id }) => id)).toEqual([3, 4, 1, 2]);
  });

  it('keeps the order of the rows if one was chosen before the list came', () => {
    const { checkout, saved } = checkoutWith({ name: 'loading' });
    checkout.select({ kind: 'new' });
    saved.value = listed(card(1));
    expect([checkout.isFormFirst.value, checkout.selection.value]).toEqual([true, { kind: 'new' }]);
  });

  it('leaves the choice to the list that this tab remembers, until it is here', () => {
    const { checkout, saved } = checkoutWith({ name: 'awaited' }, 2);
    const seen = () => [checkout.isUndecided.value, checkout.isFormFirst.value, checkout.expected.value];
    checkout.touchForm();
    expect(seen()).toEqual([true, false, 2]);
    saved.value = listed(card(1));
    expect(seen()).toEqual([false, false, 0]);
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 1 });
  });

  it('chooses the form, first, if the remembered list is a guest’s or does not come', () => {
    const { checkout, saved } = checkoutWith({ name: 'loading' }, 2);
    saved.value = { name: 'guest' };
    expect([checkout.isUndecided.value, checkout.isFormFirst.value]).toEqual([false, true]);
    saved.value = { name: 'failed', error: { code: 'offline', message: 'x' } };
    expect([checkout.isUndecided.value, checkout.isFormFirst.value]).toEqual([false, true]);
  });

  it('expects the list that the page learns of late, unless the tab remembers or the shopper has begun', () => {
    const told = (remembered: number) => {
      const { checkout } = checkoutWith({ name: 'awaited' }, remembered);
      checkout.expect(3);
      return checkout;
    };
    expect([told(0).expected.value, told(0).isUndecided.value, told(0).isFormFirst.value]).toEqual([
      3,
      true,
      false,
    ]);
    expect(told(2).expected.value).toBe(2);
    const { checkout } = checkoutWith({ name: 'loading' });
    checkout.touchForm();
    checkout.expect(3);
    expect([checkout.isUndecided.value, checkout.isFormFirst.value]).toEqual([false, true]);
  });

  it('opens the form if it is chosen before the remembered list is here', () => {
    const { checkout, saved } = checkoutWith({ name: 'loading' }, 2);
    checkout.select({ kind: 'new' });
    expect([checkout.isUndecided.value, checkout.isFormFirst.value]).toEqual([false, false]);
    saved.value = listed(card(1), card(2));
    expect(checkout.selection.value).toEqual({ kind: 'new' });
  });
});
