import { texts } from 'virtual:texts/en';
import { signal } from '@preact/signals';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { createExpressPart } from '../express/express-part.ts';
import { translator } from '../i18n/translate.ts';
import { createAnswerViews } from '../lazy-checkout/answer-views.ts';
import { CardFormState } from '../state/card-form.ts';
import { Checkout } from '../state/checkout.ts';
import { ProviderOffers } from '../state/provider-offers.ts';
import { SavedCards } from '../state/saved-cards.ts';
import type { WalletStatus } from '../state/wallet.ts';
import '../styles.css';
import { violationsIn } from '../test-kit/violations.ts';
import { CheckoutView } from './CheckoutView.tsx';

const card = (id: number, given: Partial<SavedCard> = {}): SavedCard => ({
  id,
  brand: 'VI',
  last4: '1111',
  expMonth: '12',
  expYear: '2027',
  isDefault: false,
  isExpired: false,
  ...given,
});
const cards = [
  card(1, { isDefault: true }),
  card(2, { brand: 'MC', last4: '4444' }),
  card(3, { expYear: '2024', isExpired: true }),
];
const many = [1, 2, 3, 4, 5, 6].map((id) => card(id, { last4: `000${id}`, isExpired: id === 2 }));

/** The view over real models; `arrive` answers the request for the list. */
type Given = { taken?: readonly Offer[]; remembered?: number; express?: string };

function show({ taken = [], remembered = 0, express = '' }: Given = {}) {
  const answers: ((outcome: Outcome<readonly SavedCard[]>) => void)[] = [];
  const saved = new SavedCards({
    listMethods: () => new Promise((resolve) => answers.push(resolve)),
    onFailed: () => {},
  });
  const form = new CardFormState({ accepted: ['VI', 'MC'], now: () => Date.UTC(2026, 10, 21) });
  const needsCode = signal(false);
  const offers = new ProviderOffers({
    offers: taken,
    wallet: signal<WalletStatus>({ name: 'starting' }),
    canPay: () => true,
    express,
  });
  const checkout = new Checkout({
    saved: saved.status,
    form,
    needsCode,
    offers,
    rememberedCount: remembered,
  });
  const isUser = signal(false);
  const View = () => (
    <CheckoutView
      checkout={checkout}
      form={form}
      saved={saved}
      answerViews={answerViews}
      express={expressPart}
      t={translator(texts)}
      locale="en"
      isUser={isUser.value}
    />
  );
  const { container } = render(<View />);
  const arrive = (outcome: Outcome<readonly SavedCard[]>) => answers.shift()?.(outcome);
  const connectUser = () => {
    isUser.value = true;
    return saved.load();
  };
  /** A user with these cards, in a flow that needs their security codes. */
  const askForCode = async () => {
    needsCode.value = true;
    connectUser();
    arrive({ ok: true, value: cards });
    await screen.findAllByRole('radio');
    return codeField();
  };
  return { container, saved, checkout, form, arrive, connectUser, askForCode };
}

const answerViews = signal(createAnswerViews());
const expressPart = signal(createExpressPart());

const number = () => screen.getByLabelText<HTMLInputElement>('Card number');
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const codeField = () => screen.getByRole('textbox', { name: 'Security code' });
const top = (element: Element) => element.getBoundingClientRect().top;

beforeEach(() => {
  document.documentElement.lang = 'en';
});

afterEach(cleanup);

describe("CheckoutView asks for a saved card's security code", () => {
  it('CheckoutView says once what an unfinished one lacks when it is left, and when it is handed over', async () => {
    const { checkout, askForCode } = show();
    await userEvent.click(await askForCode());
    await userEvent.keyboard('1');
    const said = () => screen.getByRole('status').textContent;
    expect(said()).toBe('');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await waitFor(() => expect(said()).toBe('The code has 3 digits'));
    expect(checkout.code.submit()).toBeNull();
    await waitFor(() => expect(said()).toBe('One field needs your attention: Security code'));
    expect(document.activeElement).toBe(codeField());
    await userEvent.keyboard('2');
    await waitFor(() => expect(said()).toBe(''));
  });

  it('CheckoutView leaves the focus on another card that is chosen after it', async () => {
    const { checkout, askForCode } = show();
    await askForCode();
    checkout.code.submit();
    await waitFor(() => expect(document.activeElement).toBe(codeField()));
    await userEvent.click(radio('Mastercard ending 4444, expires 12/27'));
    await waitFor(codeField);
    expect(document.activeElement).toBe(radio('Mastercard ending 4444, expires 12/27'));
  });
});

describe('CheckoutView', () => {
  it('shows the form at once, before anything is known of the shopper', () => {
    show();
    expect(number().disabled).toBe(false);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByLabelText('Save card for later')).toBeNull();
  });

  it("lists a user's cards with the first chosen, the expired one not to be chosen, then a new card", async () => {
    const { arrive, connectUser } = show();
    connectUser();
    arrive({ ok: true, value: cards });
    await screen.findAllByRole('radio');
    expect(radio('Visa ending 1111, expires 12/27').checked).toBe(true);
    expect(radio('Visa ending 1111, expired 12/24').ariaDisabled).toBe('true');
    expect(screen.getByRole('radio', { description: 'Default' })).toBe(
      radio('Visa ending 1111, expires 12/27'),
    );
    expect(screen.getAllByRole('radio').at(-1)).toBe(radio('New card'));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull();
  });

  it('lets arrow keys come to a card that cannot be chosen, and past it, with the choice as it was', async () => {
    const { arrive, connectUser, checkout } = show();
    connectUser();
    arrive({ ok: true, value: cards });
    await screen.findAllByRole('radio');
    const usable = radio('Mastercard ending 4444, expires 12/27');
    const expired = radio('Visa ending 1111, expired 12/24');
    await userEvent.click(usable);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(expired);
    await userEvent.keyboard(' ');
    expired.click();
    expect([expired.checked, usable.checked]).toEqual([false, true]);
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 2 });
    expired.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(radio('New card'));
    expect(checkout.selection.value).toEqual({ kind: 'new' });
  });

  it('opens the form for a new card and offers to save it', async () => {
    const { arrive, connectUser, checkout } = show();
    connectUser();
    arrive({ ok: true, value: cards });
    await userEvent.click(await screen.findByRole('radio', { name: 'New card' }));
    expect(screen.getByLabelText('Save card for later')).toBeTruthy();
    expect(checkout.selection.value).toEqual({ kind: 'new' });
    expect(top(number())).toBeGreaterThan(top(radio('New card')));
  });

  it('moves nothing that was touched when the list arrives, and keeps what is typed and the caret', async () => {
    const { arrive, connectUser } = show();
    const field = number();
    await userEvent.click(field);
    await userEvent.keyboard('42424{ArrowLeft}');
    connectUser();
    await screen.findByRole('status', { name: 'Loading your saved cards' });
    const before = top(field);
    arrive({ ok: true, value: cards.slice(0, 1) });
    const offer = await screen.findByRole('button', { name: 'Saved cards' });
    expect(screen.getAllByRole('status').some((place) => place.contains(offer))).toBe(true);
    expect(number()).toBe(field);
    expect(document.activeElement).toBe(field);
    expect([field.value, field.selectionStart]).toEqual(['4242 4', 5]);
    expect(top(field)).toBe(before);
    expect(top(offer)).toBeGreaterThan(before);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('shows the list that stood closed below the form once it is asked for', async () => {
    const { arrive, connectUser, container } = show();
    await userEvent.click(number());
    await userEvent.keyboard('4242');
    connectUser();
    arrive({ ok: true, value: cards.slice(0, 1) });
    await userEvent.click(await screen.findByRole('button', { name: 'Saved cards' }));
    await waitFor(() => expect(radio('New card').checked).toBe(true));
    expect(top(radio('Visa ending 1111, expires 12/27'))).toBeLessThan(top(number()));
    expect([number().value, number().checkVisibility()]).toEqual(['4242', true]);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Payment method' }));
    expect(await violationsIn(container)).toEqual([]);
  });

  it('is as high while a list is awaited as when it turns out empty', async () => {
    const { arrive, connectUser, container } = show();
    connectUser();
    await screen.findByRole('status', { name: 'Loading your saved cards' });
    const { height } = container.getBoundingClientRect();
    arrive({ ok: true, value: [] });
    await screen.findByLabelText('Save card for later');
    expect(container.getBoundingClientRect().height).toBe(height);
  });

  it('keeps what is typed while a saved card is looked at', async () => {
    const { arrive, connectUser } = show();
    await userEvent.click(number());
    await userEvent.keyboard('4242');
    connectUser();
    arrive({ ok: true, value: cards });
    await userEvent.click(await screen.findByRole('button', { name: 'Saved cards' }));
    await userEvent.click(await screen.findByLabelText('Mastercard ending 4444, expires 12/27'));
    await userEvent.click(radio('New card'));
    expect(number().value).toBe('4242');
  });

  it('says in place that the list failed, leaves the form usable, and tries again', async () => {
    const { arrive, connectUser } = show();
    connectUser();
    arrive({ ok: false, error: { code: 'internal_error', message: 'x' } });
    expect((await screen.findByRole('alert')).textContent).toContain('We could not load your saved cards.');
    expect(number().disabled).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Payment method' }));
    arrive({ ok: true, value: cards });
    expect(await screen.findAllByRole('radio')).toHaveLength(4);
  });

  it('is locked while a method is handed over, to be seen, with focus and caret where they were', async () => {
    const { checkout, form, container } = show();
    await userEvent.click(number());
    await userEvent.keyboard('4242{ArrowLeft}');
    let end = () => {};
    const working = checkout.whileWorking(() => new Promise<void>((resolve) => (end = resolve)));
    await waitFor(() => expect(number().readOnly).toBe(true));
    expect(screen.getByRole('region', { name: 'Payment method' }).ariaBusy).toBe('true');
    await userEvent.keyboard('9{Backspace}{Control>}z{/Control}');
    expect([form.values.number.value, document.activeElement, number().selectionStart]).toEqual([
      '4242',
      number(),
      3,
    ]);
    expect(await violationsIn(container)).toEqual([]);
    end();
    await working;
    await waitFor(() => expect(number().readOnly).toBe(false));
    await userEvent.keyboard('9');
    expect(form.values.number.value).toBe('42492');
  });

  it('changes no choice while a method is handed over', async () => {
    const { checkout, connectUser, arrive } = show();
    connectUser();
    arrive({ ok: true, value: cards });
    const first = await screen.findByRole('radio', { name: 'Visa ending 1111, expires 12/27' });
    first.focus();
    let end = () => {};
    const working = checkout.whileWorking(() => new Promise<void>((resolve) => (end = resolve)));
    await waitFor(() => expect(screen.getByRole('region').ariaBusy).toBe('true'));
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.click(radio('New card'));
    expect(checkout.selection.value).toEqual({ kind: 'saved', id: 1 });
    expect(radio('Visa ending 1111, expires 12/27').checked).toBe(true);
    end();
    await working;
    await waitFor(() => expect(screen.getByRole('region').ariaBusy).toBeNull());
    await userEvent.click(radio('New card'));
    expect(checkout.selection.value).toEqual({ kind: 'new' });
  });

  it('chooses nothing in place of a chosen card that is gone, and says so when it is to be paid with', async () => {
    const { checkout, saved, connectUser, arrive } = show();
    connectUser();
    arrive({ ok: true, value: cards });
    await userEvent.click(await screen.findByLabelText('Mastercard ending 4444, expires 12/27'));
    saved.show(cards.slice(0, 1));
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2));
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    checkout.show({ code: 'payment_method_not_selected', message: 'x' });
    expect((await screen.findByRole('alert')).textContent).toContain('no longer saved');
    await userEvent.click(radio('Visa ending 1111, expires 12/27'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('stands with the form once the only card, which was chosen, is gone', async () => {
    const { saved, connectUser, arrive, container } = show();
    connectUser();
    arrive({ ok: true, value: cards.slice(0, 1) });
    await userEvent.click(await screen.findByRole('radio', { name: 'New card' }));
    await userEvent.click(radio('Visa ending 1111, expires 12/27'));
    saved.show([]);
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
    expect(number().checkVisibility()).toBe(true);
    expect(await violationsIn(container)).toEqual([]);
  });

  it('keeps the form where it is, with the focus, for who types in it when an empty list gets a card', async () => {
    const { saved, connectUser, arrive } = show();
    connectUser();
    arrive({ ok: true, value: [] });
    await screen.findByLabelText('Save card for later');
    const field = number();
    await userEvent.click(field);
    await userEvent.keyboard('4242');
    const before = top(field);
    saved.show(cards.slice(0, 1));
    await screen.findByRole('button', { name: 'Saved cards' });
    expect([top(field), document.activeElement, field.value]).toEqual([before, field, '4242']);
  });

  it('shows a card of a brand that is not accepted, says so, and does not let it be chosen', async () => {
    const { checkout, form, connectUser, arrive, container } = show();
    connectUser();
    arrive({ ok: true, value: cards });
    await userEvent.click(await screen.findByLabelText('Mastercard ending 4444, expires 12/27'));
    checkout.keepChoice(() => form.accept(['visa']));
    const mastercard = () => radio('Mastercard ending 4444, expires 12/27');
    await waitFor(() => expect(mastercard().ariaDisabled).toBe('true'));
    const note = 'Not accepted here';
    expect(screen.getByRole('radio', { description: note })).toBe(mastercard());
    expect(screen.getByText(note).checkVisibility()).toBe(true);
    screen.getByText(note).click();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect(await violationsIn(container)).toEqual([]);
    checkout.keepChoice(() => form.accept(['visa', 'mastercard']));
    await waitFor(() => expect(mastercard().checked).toBe(true));
  });

  it('says offline in place', async () => {
    const { checkout } = show();
    checkout.show({ code: 'offline', message: 'x' });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('You’re offline.'));
  });

  it('brings into view why it was not paid once the frame has grown, on phones in the middle', async () => {
    await page.viewport(400, 300);
    const { checkout } = show();
    document.body.style.paddingBlock = '300px';
    checkout.show({ code: 'card_declined', message: 'x' });
    const alert = await screen.findByRole('alert');
    await new Promise((done) => setTimeout(done, 200));
    expect(scrollY).toBe(0);
    await page.viewport(400, 400);
    const middle = () => (alert.getBoundingClientRect().top + alert.getBoundingClientRect().bottom) / 2;
    await waitFor(() => expect(Math.round(middle())).toBe(200));
    document.body.style.paddingBlock = '';
    await page.viewport(414, 896);
  });

  it('never says of a payment that may have been made that nothing was charged', async () => {
    const { checkout } = show();
    checkout.show({ code: 'service_unreachable', message: 'x', param: 'payment' });
    const said = 'We do not know yet whether the payment went through. Check before you pay again.';
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(said));
  });

  it('breaks no rule of axe, in either order', async () => {
    const { arrive, connectUser, container, checkout } = show();
    connectUser();
    arrive({ ok: true, value: cards });
    await screen.findAllByRole('radio');
    checkout.select({ kind: 'new' });
    checkout.show({ code: 'offline', message: 'x' });
    await screen.findByRole('alert');
    expect(await violationsIn(container)).toEqual([]);
  });
});

describe('CheckoutView is one group of rows', () => {
  const taken = [
    { method: 'googlepay', use: 'alternative' },
    { method: 'paypal', use: 'instant' },
  ] as const;
  const names = () =>
    screen.getAllByRole('radio').map((row) => row.ariaLabel ?? row.closest('label')?.textContent);

  it('begins for a guest with the open row of the form, then the other methods', async () => {
    const { container } = show({ taken });
    expect(names()).toEqual(['Card', 'Google Pay', 'PayPal']);
    expect(radio('Card').checked).toBe(true);
    expect(number().checkVisibility()).toBe(true);
    const group = screen.getByRole('group', { name: 'Payment method' });
    expect([group.contains(radio('Card')), group.contains(number())]).toEqual([true, true]);
    expect(number().closest('[role=radiogroup]')).toBeNull();
    expect(await violationsIn(container)).toEqual([]);
  });

  it('has express buttons above the group, which no row repeats, and goes on with the chosen row', async () => {
    const { container, checkout } = show({ taken, express: 'googlepay' });
    const button = await screen.findByRole('button', { name: 'Google Pay' });
    expect(names()).toEqual(['Card', 'PayPal']);
    expect(button.compareDocumentPosition(radio('Card'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(button.getBoundingClientRect().height).toBe(48);
    await userEvent.click(button);
    expect(checkout.pressed.value?.name).toBe('Google Pay');
    expect(radio('Card').checked).toBe(true);
    expect(await violationsIn(container)).toEqual([]);
  });

  it('gives the last of an odd number of express buttons the whole line', async () => {
    const three = [...taken, { method: 'amazonpay', use: 'instant' }] as const;
    show({ taken: three, express: 'googlepay,paypal,amazonpay' });
    const width = async (name: string) =>
      (await screen.findByRole('button', { name })).getBoundingClientRect().width;
    expect(await width('Google Pay')).toBe(await width('PayPal'));
    expect(await width('Amazon Pay')).toBe(2 * (await width('PayPal')) + 8);
  });

  it('leaves the form alone below express buttons where there is no other way', async () => {
    show({ taken: taken.slice(0, 1), express: 'googlepay' });
    await screen.findByRole('button', { name: 'Google Pay' });
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('makes tabs beside one another of the methods, with what the chosen one opens below them', async () => {
    document.documentElement.dataset['layout'] = 'tabs';
    const { container, connectUser, arrive } = show({ taken });
    connectUser();
    arrive({ ok: true, value: cards.slice(0, 1) });
    const card = await screen.findByRole('radio', { name: 'New card' });
    const tabs = ['New card', 'Google Pay', 'PayPal'].map((name) => top(radio(name).parentElement ?? card));
    expect(new Set(tabs).size).toBe(1);
    expect(tabs[0]).toBeGreaterThan(top(radio('Visa ending 1111, expires 12/27')));
    await userEvent.click(card);
    await waitFor(() => expect(top(number())).toBeGreaterThan((tabs[0] ?? 0) + 40));
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(radio('Google Pay'));
    const next = await screen.findByText('You’ll finish paying with Google Pay');
    expect(top(next)).toBeGreaterThan((tabs[0] ?? 0) + 40);
    expect(await violationsIn(container)).toEqual([]);
    delete document.documentElement.dataset['layout'];
  });

  it('stands with saved cards before the form and the other methods after it', async () => {
    const { connectUser, arrive } = show({ taken });
    connectUser();
    arrive({ ok: true, value: cards.slice(0, 1) });
    await screen.findByRole('radio', { name: 'New card' });
    expect(names()).toEqual(['Visa ending 1111, expires 12/27', 'New card', 'Google Pay', 'PayPal']);
  });

  it('closes the form for another row, and opens the same one with all that was typed', async () => {
    const { container, connectUser, arrive } = show({ taken });
    const field = number();
    await userEvent.click(field);
    await userEvent.keyboard('42424{ArrowLeft}');
    await userEvent.click(radio('PayPal'));
    await waitFor(() => expect(field.checkVisibility()).toBe(false));
    expect(radio('PayPal').ariaDescribedByElements?.[0]?.textContent).toBe(
      'You’ll finish paying with PayPal',
    );
    expect(screen.getByText('You’ll finish paying with Google Pay').checkVisibility()).toBe(false);
    connectUser();
    arrive({ ok: true, value: [] });
    await userEvent.click(radio('Card'));
    expect(number()).toBe(field);
    expect([field.value, field.selectionStart, field.checkVisibility()]).toEqual(['4242 4', 5, true]);
    expect(await violationsIn(container)).toEqual([]);
  });

  it('goes by arrow keys from row to row, and by Tab from the chosen one into the form', async () => {
    const { checkout } = show({ taken });
    radio('Card').focus();
    expect(screen.getByRole('radio', { description: 'You’ll finish paying with Google Pay' })).toBe(
      radio('Google Pay'),
    );
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(radio('Google Pay'));
    expect(checkout.selection.value).toMatchObject({ method: 'googlepay' });
    await userEvent.keyboard('{ArrowUp}');
    expect(radio('Card').checked).toBe(true);
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(number());
  });

  it('moves no row that was chosen before the list came', async () => {
    const { connectUser, arrive } = show({ taken });
    await userEvent.click(radio('PayPal'));
    const before = top(radio('PayPal'));
    connectUser();
    arrive({ ok: true, value: cards.slice(0, 1) });
    await screen.findByRole('radio', { name: 'New card' });
    expect([top(radio('PayPal')), radio('PayPal').checked]).toEqual([before, true]);
    expect(names().at(-1)).toBe('Visa ending 1111, expires 12/27');
  });

  it('offers to save what a user pays with at a provider that can keep it', async () => {
    const { connectUser, arrive } = show({ taken });
    connectUser();
    arrive({ ok: true, value: [] });
    await userEvent.click(radio('PayPal'));
    expect(screen.queryByLabelText('Save PayPal for later')).toBeNull();
    await userEvent.click(radio('Google Pay'));
    expect(screen.getByLabelText('Save Google Pay for later')).toBeTruthy();
  });

  it('shows three cards, the others once they are asked for, those that cannot be chosen last', async () => {
    const { connectUser, arrive } = show();
    connectUser();
    arrive({ ok: true, value: many });
    const more = await screen.findByRole('button', { name: 'Show 3 more' });
    expect(names()).toEqual([
      ...['1', '3', '4'].map((last) => `Visa ending 000${last}, expires 12/27`),
      'New card',
    ]);
    more.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(7));
    expect(names()[5]).toBe('Visa ending 0002, expired 12/27');
    expect(document.activeElement).toBe(radio('Visa ending 0005, expires 12/27'));
    expect(radio('Visa ending 0001, expires 12/27').checked).toBe(true);
  });

  it('leads to the first of the others where none of them can be chosen', async () => {
    const { connectUser, arrive } = show();
    connectUser();
    arrive({ ok: true, value: many.map((one) => ({ ...one, isExpired: one.id !== 1 })) });
    await userEvent.click(await screen.findByRole('button', { name: 'Show 3 more' }));
    await waitFor(() => expect(document.activeElement).toBe(radio('Visa ending 0004, expired 12/27')));
    expect(radio('Visa ending 0001, expires 12/27').checked).toBe(true);
  });

  it('shows all where one of the others is chosen', async () => {
    const { connectUser, arrive, checkout, saved } = show();
    connectUser();
    arrive({ ok: true, value: many.slice(0, 1) });
    await screen.findByRole('radio', { name: 'New card' });
    checkout.select({ kind: 'saved', id: 6 });
    saved.show(many);
    await waitFor(() => expect(radio('Visa ending 0006, expires 12/27').checked).toBe(true));
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull();
  });

  it('stands as high with the rows that this tab remembers as with the cards that come', async () => {
    const { connectUser, arrive, container } = show({ taken, remembered: 6 });
    expect(names()).toEqual(['New card', 'Google Pay', 'PayPal']);
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect(number().checkVisibility()).toBe(false);
    expect(screen.getByRole('status', { name: 'Loading your saved cards' })).toBeTruthy();
    expect(await violationsIn(container)).toEqual([]);
    const { height } = container.getBoundingClientRect();
    connectUser();
    arrive({ ok: true, value: many });
    await screen.findByRole('button', { name: 'Show 3 more' });
    expect(container.getBoundingClientRect().height).toBe(height);
  });

  it('opens the form once the rows that this tab remembers turn out to be gone', async () => {
    const { saved } = show({ remembered: 2 });
    expect(number().checkVisibility()).toBe(false);
    saved.showGuest();
    await waitFor(() => expect(number().checkVisibility()).toBe(true));
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
