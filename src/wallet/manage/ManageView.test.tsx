import { texts } from 'virtual:texts/en';
import { texts as accented } from 'virtual:texts/en-XA';
import { cleanup, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { WalletEvent } from '../../contract/frame/events.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';
import type { EditForm, SavedCard } from '../../contract/frame/wallet-api.ts';
import { translator } from '../i18n/translate.ts';
import { CardFormState } from '../state/card-form.ts';
import { SavedCards } from '../state/saved-cards.ts';
import '../styles.css';
import '../lazy-checkout/styles.css';
import lazyCheckout from '../lazy-checkout/styles.css?inline';
import { violationsIn } from '../test-kit/violations.ts';
import './styles.css';
import { ManageView } from './ManageView.tsx';
import { ManageModel } from './model/manage-model.ts';
import type { NewCard } from './model/manage-service.ts';

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
const visa = card(1, { isDefault: true });
const mastercard = card(2, { brand: 'MC', last4: '4444' });
const expired = card(3, { last4: '0002', expYear: '2024', isExpired: true });
const paypal = card(4, { brand: 'PL', last4: '4242', expYear: '2034' });
const added = card(9, { last4: '4242', expMonth: '05' });
const offline: ErrorData = { code: 'offline', message: 'x' };
const gone: ErrorData = { code: 'not_found', message: 'x', param: 'id' };
const unreachable: ErrorData = { code: 'service_unreachable', message: 'x' };

/** A service that keeps a list, answers when told, and can fail. */
function createService(first: readonly SavedCard[]) {
  let kept = [...first];
  let failure: ErrorData | null = null;
  let hold: Promise<void> = Promise.resolve();
  const calls: string[] = [];
  const removed = new Map<number, SavedCard>();
  const erased = new Set<number>();
  async function answer<Value>(call: string, work: () => Value, id = 0): Promise<Outcome<Value>> {
    calls.push(call);
    await hold;
    if (erased.has(id)) return { ok: false, error: gone };
    return failure ? { ok: false, error: failure } : { ok: true, value: work() };
  }
  return {
    calls,
    fail(error: ErrorData | null) {
      failure = error;
    },
    /** Gone by another tab, and too long ago to come back. */
    erase(id: number) {
      erased.add(id);
      kept = kept.filter((each) => each.id !== id);
    },
    /** Answers wait until the function that it returns is called. */
    pause() {
      let go = () => {};
      hold = new Promise((resolve) => {
        go = resolve;
      });
      return go;
    },
    list: () => answer('list', () => kept),
    api: {
      removeMethod: (id: number) =>
        answer(
          `remove ${id}`,
          () => {
            for (const each of kept.filter((one) => one.id === id)) removed.set(id, each);
            kept = kept.filter((each) => each.id !== id);
            return kept;
          },
          id,
        ),
      restoreMethod: (id: number) =>
        answer(
          `restore ${id}`,
          () => {
            const back = removed.get(id);
            if (back && !kept.includes(back)) kept = [...kept, back];
            return kept;
          },
          id,
        ),
      makeDefault: (id: number) =>
        answer(
          `default ${id}`,
          () => {
            kept = kept
              .map((each) => ({ ...each, isDefault: each.id === id }))
              .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
            return kept;
          },
          id,
        ),
      editMethod: (id: number, { expMonth, expYear }: EditForm) =>
        answer(
          `edit ${id} ${expMonth}/${expYear}`,
          () => {
            kept = kept.map((each) =>
              each.id === id && expMonth && expYear ? { ...each, expMonth, expYear, isExpired: false } : each,
            );
            return kept;
          },
          id,
        ),
      keepCard: (_card: NewCard) =>
        answer('keep', () => {
          kept = [...kept.filter(({ id }) => id !== added.id), added];
          return added;
        }),
    },
  };
}

function show(first: readonly SavedCard[] = [visa, mastercard, expired]) {
  const service = createService(first);
  const saved = new SavedCards({ listMethods: service.list, onFailed: () => {} });
  const events: WalletEvent[] = [];
  const now = () => Date.UTC(2026, 10, 21);
  const managing = new ManageModel({
    saved,
    now,
    service: async () => service.api,
    createForm: () => new CardFormState({ accepted: ['VI', 'MC'], now }),
    emit: (event) => events.push(event),
  });
  const view = (t = translator(texts), locale = 'en') => (
    <ManageView autoAdvance manage={managing} t={t} locale={locale} />
  );
  const { container, unmount, rerender } = render(view());
  /** The texts in another language. */
  const translate = () => rerender(view(translator(accented), 'en-XA'));
  return { service, saved, managing, events, container, unmount, translate };
}

async function showListed(first?: readonly SavedCard[]) {
  const shown = show(first);
  await shown.saved.load();
  await screen.findByRole('button', { name: 'Add card' });
  return shown;
}

const button = (name: string) => screen.getByRole('button', { name });
const find = (name: string) => screen.findByRole('button', { name });
const rows = () =>
  screen.queryAllByRole('listitem').map((row) => row.querySelector('.visually-hidden')?.textContent);
const rowOf = (name: string) => button(`Remove ${name}`).closest('li');
const announced = () => screen.getByRole('status').textContent?.trim();
const focused = () => document.activeElement;

/** Lets the time for the undo run out. */
const runOut = () => {
  for (const animation of document.getAnimations()) {
    if ('animationName' in animation && animation.animationName === 'run-out') animation.finish();
  }
};

async function remove(name: string) {
  await userEvent.click(button(`Remove ${name}`));
  await userEvent.click(await find('Remove card'));
}

beforeEach(() => {
  document.documentElement.lang = 'en';
});
afterEach(cleanup);

describe('ManageView', () => {
  it('holds as much room as a list of two until the cards are here', async () => {
    const { saved, container } = show([visa, mastercard]);
    expect(screen.getByRole('status', { name: 'Loading your saved cards' })).toBeTruthy();
    const { height } = container.getBoundingClientRect();
    await saved.load();
    await find('Add card');
    expect(Math.abs(container.getBoundingClientRect().height - height)).toBeLessThanOrEqual(4);
  });

  it('lists the cards by name, marks the default and labels the expired, which cannot become it', async () => {
    const { container } = await showListed();
    expect(rows()).toEqual([
      'Visa ending 1111, expires 12/27, default',
      'Mastercard ending 4444, expires 12/27',
      'Visa ending 0002, expired 12/24',
    ]);
    expect(screen.getAllByRole('button', { name: /^Make default/ })).toHaveLength(1);
    expect(await violationsIn(container)).toEqual([]);
  });

  it('calls what a provider holds by its name and what is billed there, and no card', async () => {
    const { service, container } = await showListed([visa, paypal]);
    expect(rows()[1]).toBe('PayPal ending 4242');
    expect(rowOf('PayPal ending 4242')?.textContent).not.toContain('12/34');
    await userEvent.click(button('Remove PayPal ending 4242'));
    expect(screen.getByRole('group', { name: 'Remove PayPal ending 4242?' })).toBeTruthy();
    await waitFor(() => expect(focused()).toBe(button('Cancel')));
    expect(screen.queryByRole('button', { name: /card$/ })?.textContent).toBe('Add card');
    expect(await violationsIn(container)).toEqual([]);
    service.fail(unreachable);
    await userEvent.click(button('Remove'));
    expect((await screen.findByRole('alert')).textContent).toContain('We could not remove this. Something');
    service.fail(null);
    await userEvent.click(button('Remove PayPal ending 4242'));
    await userEvent.click(await find('Remove'));
    await waitFor(() => expect(announced()).toBe('PayPal ending 4242 removed'));
  });

  it('says that there are none yet and offers to add one', async () => {
    const { container } = await showListed([]);
    expect(screen.getByText(/You have no saved cards yet/)).toBeTruthy();
    expect(await violationsIn(container)).toEqual([]);
  });

  it('tells a guest why there are none, and offers nothing', async () => {
    const { saved, container } = show();
    saved.showGuest();
    expect(await screen.findByText(/You are not signed in/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(await violationsIn(container)).toEqual([]);
  });

  it.each([
    [unreachable, 'We could not load your saved cards.'],
    [offline, 'You’re offline.'],
  ])('says why the list failed (%o) and tries again, and the focus stays', async (error, text) => {
    const { service, saved, container } = show();
    service.fail(error);
    await saved.load();
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(await violationsIn(container)).toEqual([]);
    service.fail(null);
    await userEvent.click(button('Try again'));
    expect(focused()).toBe(screen.getByRole('region', { name: 'Saved cards' }));
    await find('Add card');
  });
});

describe('removing', () => {
  it('asks in place with the focus on the way back, which is also Escape, where the row was', async () => {
    const { service, container } = await showListed();
    const top = () => screen.getAllByRole('listitem')[0]?.getBoundingClientRect().top;
    const before = top();
    await userEvent.click(button('Remove Visa ending 1111'));
    expect(screen.getByRole('group', { name: 'Remove Visa ending 1111?' })).toBeTruthy();
    await waitFor(() => expect(focused()).toBe(button('Keep card')));
    expect(top()).toBe(before);
    expect(await violationsIn(container)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe(button('Remove Visa ending 1111')));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe(button('Keep card')));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe(button('Remove Visa ending 1111')));
    expect(service.calls).toEqual(['list']);
  });

  it('takes the row away at once, moves to the next row, says it once and tells the page', async () => {
    const { service, events, container } = await showListed();
    const go = service.pause();
    await remove('Visa ending 1111');
    expect(rows()).toHaveLength(2);
    expect(focused()).toBe(rowOf('Mastercard ending 4444'));
    expect(service.calls).toEqual(['list', 'remove 1']);
    expect(events).toEqual([]);
    go();
    await waitFor(() => expect(announced()).toBe('Visa ending 1111 removed'));
    const paymentMethod = { type: 'card', name: 'Visa', credit_type: 'VI', last_4_digits: '1111' };
    expect(events).toEqual([{ name: 'paymentMethodRemoved', payload: { paymentMethod } }]);
    expect(await violationsIn(container)).toEqual([]);
  });

  it('moves to "Add card" after the last row', async () => {
    await showListed([visa]);
    await remove('Visa ending 1111');
    await waitFor(() => expect(focused()).toBe(button('Add card')));
    expect(screen.getByText(/You have no saved cards yet/)).toBeTruthy();
  });

  it('offers to undo for 8 seconds, which stand still under focus and pointer', async () => {
    await showListed();
    await remove('Visa ending 1111');
    const undo = await find('Undo removing Visa ending 1111');
    const clock = () => {
      const [animation] = undo.parentElement?.querySelector('.removed-time')?.getAnimations() ?? [];
      return [animation?.playState, animation?.effect?.getTiming().duration];
    };
    await waitFor(() => expect(clock()).toEqual(['running', 8000]));
    undo.focus();
    expect(clock()).toEqual(['paused', 8000]);
    undo.blur();
    expect(clock()).toEqual(['running', 8000]);
    await userEvent.hover(undo);
    expect(clock()).toEqual(['paused', 8000]);
    await userEvent.unhover(undo);
    runOut();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(rows()).toHaveLength(2);
  });

  it('brings the card back to its place with the focus on it, and tells the page', async () => {
    const { service, events } = await showListed();
    await remove('Mastercard ending 4444');
    await userEvent.click(await find('Undo removing Mastercard ending 4444'));
    await find('Remove Mastercard ending 4444');
    expect(rows()[1]).toBe('Mastercard ending 4444, expires 12/27');
    await waitFor(() => expect(focused()).toBe(rowOf('Mastercard ending 4444')));
    await waitFor(() => expect(announced()).toBe('Mastercard ending 4444 is back'));
    expect(service.calls).toEqual(['list', 'remove 2', 'restore 2']);
    expect(events.map(({ name }) => name)).toEqual(['paymentMethodRemoved', 'paymentMethodAdded']);
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('takes an undo before the answer, and asks the service in order', async () => {
    const { service } = await showListed();
    const go = service.pause();
    await remove('Visa ending 1111');
    await userEvent.dblClick(await find('Undo removing Visa ending 1111'));
    go();
    await find('Remove Visa ending 1111');
    expect(service.calls).toEqual(['list', 'remove 1', 'restore 1']);
    expect(rows()).toHaveLength(3);
  });

  it('offers an undo for each of two removals', async () => {
    await showListed();
    await remove('Visa ending 1111');
    await remove('Visa ending 0002');
    await userEvent.click(await find('Undo removing Visa ending 1111'));
    await find('Remove Visa ending 1111');
    expect(button('Undo removing Visa ending 0002')).toBeTruthy();
  });

  it('brings the row back with the reason when it failed, and the next try clears it', async () => {
    const { service, events, container } = await showListed();
    service.fail(unreachable);
    await remove('Visa ending 1111');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'We could not remove this card. Something went wrong on our side. Try again.',
    );
    expect(rowOf('Visa ending 1111')?.contains(alert)).toBe(true);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    expect([rows().length, screen.queryByRole('button', { name: /^Undo/ })]).toEqual([3, null]);
    expect(events).toEqual([{ name: 'error', payload: { ...unreachable, shown: true } }]);
    expect(await violationsIn(container)).toEqual([]);
    service.fail(null);
    await userEvent.click(button('Remove Visa ending 1111'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('says when it could not be undone, and tries again', async () => {
    const { service, events, container } = await showListed();
    await remove('Visa ending 1111');
    const undo = await find('Undo removing Visa ending 1111');
    service.fail(unreachable);
    await userEvent.click(undo);
    expect((await screen.findByRole('alert')).textContent).toContain('We could not bring this back.');
    expect(events.at(-1)).toEqual({ name: 'error', payload: { ...unreachable, shown: true } });
    expect(await violationsIn(container)).toEqual([]);
    service.fail(null);
    await userEvent.click(undo);
    await find('Remove Visa ending 1111');
  });

  it('takes back that it could not be undone offline once the network is there', async () => {
    const { service, managing } = await showListed();
    await remove('Visa ending 1111');
    const undo = await find('Undo removing Visa ending 1111');
    service.fail(offline);
    await userEvent.click(undo);
    expect((await screen.findByRole('alert')).textContent).toContain('You’re offline.');
    service.fail(null);
    await managing.backOnline();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await userEvent.click(undo);
    await find('Remove Visa ending 1111');
  });

  it('waits for the network, then removes once', async () => {
    const { service, managing, container } = await showListed();
    service.fail(offline);
    await remove('Visa ending 1111');
    await screen.findByText(/We’ll remove Visa ending 1111 when you’re back online/, {
      selector: '.removed-text',
    });
    expect(rows()).toHaveLength(2);
    expect(await violationsIn(container)).toEqual([]);
    service.fail(null);
    await Promise.all([managing.backOnline(), managing.backOnline()]);
    expect(service.calls.filter((call) => call === 'remove 1')).toHaveLength(2);
    await waitFor(() => expect(announced()).toBe('Visa ending 1111 removed'));
  });

  it('is taken back before the network is there, and then never sent', async () => {
    const { service, managing } = await showListed();
    service.fail(offline);
    await remove('Visa ending 1111');
    await screen.findByText(/when you’re back online/, { selector: '.removed-text' });
    await userEvent.click(button('Undo removing Visa ending 1111'));
    await waitFor(() => expect(focused()).toBe(rowOf('Visa ending 1111')));
    service.fail(null);
    await managing.backOnline();
    expect(service.calls).toEqual(['list', 'remove 1', 'list']);
  });
});

describe('the default', () => {
  it('changes in place: nothing moves, the focus stays on the card, it is said', async () => {
    const { service, saved, container } = await showListed();
    const go = service.pause();
    const { height } = container.getBoundingClientRect();
    const make = button('Make default: Mastercard ending 4444');
    const { width } = make.getBoundingClientRect();
    await userEvent.dblClick(make);
    await waitFor(() => expect(make.getAttribute('aria-disabled')).toBe('true'));
    expect([make.getBoundingClientRect().width, focused()]).toEqual([width, make]);
    expect(await violationsIn(container)).toEqual([]);
    go();
    await waitFor(() => expect(announced()).toBe('Mastercard ending 4444 is now your default'));
    expect(rows().slice(0, 2)).toEqual([
      'Visa ending 1111, expires 12/27',
      'Mastercard ending 4444, expires 12/27, default',
    ]);
    expect(focused()).toBe(rowOf('Mastercard ending 4444'));
    expect(container.getBoundingClientRect().height).toBe(height);
    expect(service.calls).toEqual(['list', 'default 2']);
    // The checkout reads the same model, and takes its first card.
    expect(saved.cards.value.map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  it('still stands where it was after another card is removed, and brought back', async () => {
    await showListed();
    const before = rows().map((name) => name?.slice(0, 22));
    await userEvent.click(button('Make default: Mastercard ending 4444'));
    await waitFor(() => expect(announced()).toBe('Mastercard ending 4444 is now your default'));
    await remove('Visa ending 1111');
    await userEvent.click(await find('Undo removing Visa ending 1111'));
    await find('Remove Visa ending 1111');
    expect(rows().map((name) => name?.slice(0, 22))).toEqual(before);
  });

  it('stays where it is when the change failed, with the reason, until the network is back', async () => {
    const { service, managing, events } = await showListed();
    service.fail(offline);
    await userEvent.click(button('Make default: Mastercard ending 4444'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'We could not make this the default. You’re offline.',
    );
    expect(rows()[0]).toContain(', default');
    expect(focused()).toBe(button('Make default: Mastercard ending 4444'));
    expect(events).toEqual([{ name: 'error', payload: { ...offline, shown: true } }]);
    service.fail(null);
    await managing.backOnline();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('a card that is gone elsewhere', () => {
  it('leaves the list when it should become the default, with the reason and the focus on the next', async () => {
    const { service, events, container } = await showListed();
    service.erase(mastercard.id);
    await userEvent.click(button('Make default: Mastercard ending 4444'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Mastercard ending 4444 We could not make this the default. It is no longer saved.',
    );
    expect(rows()).toEqual(['Visa ending 1111, expires 12/27, default', 'Visa ending 0002, expired 12/24']);
    await waitFor(() => expect(focused()).toBe(rowOf('Visa ending 0002')));
    expect(events).toEqual([{ name: 'error', payload: { ...gone, shown: true } }]);
    expect(await violationsIn(container)).toEqual([]);
    await userEvent.click(button('Remove Visa ending 0002'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('leaves the focus on "Add card" where the next has gone with it', async () => {
    const { service } = await showListed();
    for (const { id } of [mastercard, expired]) service.erase(id);
    await userEvent.click(button('Make default: Mastercard ending 4444'));
    await screen.findByRole('alert');
    await waitFor(() => expect(focused()).toBe(button('Add card')));
  });

  it('does not come back when it should be removed', async () => {
    const { service } = await showListed([visa]);
    service.erase(visa.id);
    await remove('Visa ending 1111');
    expect((await screen.findByRole('alert')).textContent).toContain('It is no longer saved.');
    expect([rows(), screen.queryByRole('button', { name: /^Undo/ })]).toEqual([[], null]);
    expect(focused()).toBe(button('Add card'));
  });

  it('is no more offered to be brought back, and the focus goes to "Add card"', async () => {
    const { service, container } = await showListed();
    await remove('Visa ending 1111');
    const undo = await find('Undo removing Visa ending 1111');
    service.erase(visa.id);
    await userEvent.click(undo);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We could not bring this back. It is no longer saved.',
    );
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    await waitFor(() => expect(focused()).toBe(button('Add card')));
    expect(await violationsIn(container)).toEqual([]);
    runOut();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('the announcer', () => {
  it('is silent when the language changes', async () => {
    const { translate } = await showListed();
    await remove('Visa ending 1111');
    await waitFor(() => expect(announced()).toBe('Visa ending 1111 removed'));
    translate();
    await screen.findByRole('region', { name: translator(accented)('manage.label') });
    expect(announced()).toBe('Visa ending 1111 removed');
  });

  it('says the same words a second time so that they are heard', async () => {
    await showListed([visa, card(5)]);
    const [first] = screen.getAllByRole('button', { name: 'Remove Visa ending 1111' });
    await userEvent.click(first ?? document.body);
    await userEvent.click(await find('Remove card'));
    await waitFor(() => expect(announced()).toBe('Visa ending 1111 removed'));
    const before = screen.getByRole('status').textContent;
    await remove('Visa ending 1111');
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(before));
    expect(announced()).toBe('Visa ending 1111 removed');
  });
});

describe('editing', () => {
  const expiry = () => screen.getByLabelText<HTMLInputElement>('Expiry date');

  it('sets the expiry in the row, by keyboard, and says and shows that it has', async () => {
    const { service, container } = await showListed();
    button('Edit Visa ending 1111').focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe(expiry()));
    expect(expiry().value).toBe('12 / 27');
    expect(await violationsIn(container)).toEqual([]);
    await userEvent.fill(expiry(), '0129');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(service.calls).toEqual(['list', 'edit 1 01/2029']));
    await waitFor(() => expect(focused()).toBe(rowOf('Visa ending 1111')));
    await waitFor(() => expect(announced()).toBe('Visa ending 1111 updated'));
    expect(rowOf('Visa ending 1111')?.querySelector('.managed-news')?.textContent).toBe(announced());
  });

  it('sends no expiry that has passed, and Escape leaves all as it was', async () => {
    const { service } = await showListed();
    await userEvent.click(button('Edit Visa ending 1111'));
    await userEvent.fill(expiry(), '13/29');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(expiry().getAttribute('aria-invalid')).toBe('true'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe(button('Edit Visa ending 1111')));
    expect(service.calls).toEqual(['list']);
  });

  it('says each message once, as the card form does', async () => {
    const { translate } = await showListed();
    await userEvent.click(button('Edit Visa ending 1111'));
    const form = await screen.findByRole('form', { name: 'Edit Visa ending 1111' });
    const said = () => within(form).getByRole('status').textContent;
    expect(said()).toBe('');
    await userEvent.fill(expiry(), '13');
    await waitFor(() => expect(said()).toBe(translator(texts)('card.expiry.error.not_a_month')));
    await userEvent.fill(expiry(), '');
    await waitFor(() => expect(said()).toBe(''));
    await userEvent.click(button('Save'));
    const summary = 'One field needs your attention: Expiry date';
    await waitFor(() => expect(said()).toBe(summary));
    expect(screen.getByText(translator(texts)('card.expiry.error.empty'))).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(said()).toBe(`${summary}\u00a0`));
    translate();
    await screen.findByRole('region', { name: translator(accented)('manage.label') });
    expect(said()).toBe('');
  });

  it('leaves the badge where it was', async () => {
    await showListed();
    const gap = () => {
      const badge = screen.getByText('Default');
      const before = badge.previousElementSibling?.getBoundingClientRect().right ?? Number.NaN;
      return badge.getBoundingClientRect().left - before;
    };
    const before = gap();
    await userEvent.click(button('Edit Visa ending 1111'));
    await screen.findByLabelText('Expiry date');
    expect(gap()).toBe(before);
  });

  it('says why it could not be changed, and what was typed stays', async () => {
    const { service } = await showListed();
    service.fail({ code: 'internal_error', message: 'x' });
    await userEvent.click(button('Edit Visa ending 1111'));
    await userEvent.fill(expiry(), '0129');
    await userEvent.click(button('Save'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We could not change this card.');
    expect(expiry().value).toBe('01 / 29');
  });

  it('offers the networks of a card of two, and none of a provider’s method', async () => {
    await showListed([card(1, { networks: ['VI', 'CU'] }), paypal]);
    expect(screen.queryByRole('button', { name: 'Edit PayPal ending 4242' })).toBeNull();
    await userEvent.click(button('Edit Visa ending 1111'));
    await screen.findByRole('group', { name: 'Choose the card’s network' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Visa' }).checked).toBe(true);
  });
});

describe('rows', () => {
  it('emit an expired card from one that expires soon', async () => {
    await showListed([card(1, { expMonth: '12', expYear: '2026' }), expired, mastercard]);
    const badges = [...document.querySelectorAll('.managed-line .badge')];
    expect(badges.map(({ textContent }) => textContent)).toEqual(['Expires soon', 'Expired 12/24']);
    const [soon, past] = badges.map((badge) => getComputedStyle(badge).color);
    expect(soon).not.toBe(past);
  });

  it('keep the look of their badges when the style sheet of the checkout comes after theirs', async () => {
    await showListed([card(1, { isDefault: true }), card(2, { expYear: '2026' }), expired]);
    const looks = () =>
      ['Default', 'Expires soon', 'Expired 12/24'].map((text) => {
        const { color, borderColor, backgroundColor } = getComputedStyle(screen.getByText(text));
        return [color, borderColor, backgroundColor].join();
      });
    const before = looks();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(lazyCheckout);
    document.adoptedStyleSheets.push(sheet);
    const after = looks();
    document.adoptedStyleSheets.pop();
    expect(after).toEqual(before);
    expect(new Set(after).size).toBe(3);
  });

  it('announce a removal when the row goes, before the service has answered', async () => {
    const { service } = await showListed();
    const go = service.pause();
    await userEvent.click(button('Remove Visa ending 1111'));
    await userEvent.click(await find('Remove card'));
    await waitFor(() => expect(announced()).toBe('Visa ending 1111 removed'));
    go();
  });
});

describe('adding', () => {
  async function fill() {
    await userEvent.keyboard('4242424242424242');
    await userEvent.click(screen.getByLabelText('Name on card'));
    await userEvent.keyboard('Ada Lovelace');
    await userEvent.click(screen.getByLabelText('Expiry date'));
    await userEvent.keyboard('1227');
    await userEvent.click(screen.getByLabelText('Security code'));
    await userEvent.keyboard('123');
  }

  it('opens the form with the focus in it, by keyboard, and goes back with nothing kept', async () => {
    const { service, container } = await showListed();
    button('Add card').focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Card number')));
    await userEvent.keyboard('4242424242424242');
    expect(await violationsIn(container)).toEqual([]);
    await userEvent.click(button('Cancel'));
    await waitFor(() => expect(focused()).toBe(button('Add card')));
    await userEvent.keyboard('{Enter}');
    expect((await screen.findByLabelText<HTMLInputElement>('Card number')).value).toBe('');
    expect(service.calls).toEqual(['list']);
  });

  it('shows what is missing and sends nothing', async () => {
    const { service } = await showListed();
    await userEvent.click(button('Add card'));
    await userEvent.click(await find('Save card'));
    expect(await screen.findByText(/4 fields need your attention/)).toBeTruthy();
    expect(focused()).toBe(screen.getByLabelText('Card number'));
    expect(service.calls).toEqual(['list']);
  });

  it('keeps the card with Enter, locked in the meantime, lists it, says it and tells the page', async () => {
    const { service, events, container } = await showListed();
    const go = service.pause();
    await userEvent.click(button('Add card'));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Card number')));
    await fill();
    await userEvent.keyboard('{Enter}{Enter}');
    const code = screen.getByLabelText<HTMLInputElement>('Security code');
    await waitFor(() => expect(code.readOnly).toBe(true));
    await userEvent.keyboard('9{Backspace}');
    await userEvent.click(button('Cancel'));
    expect([code.value, focused() === document.body]).toEqual(['123', false]);
    expect(await violationsIn(container)).toEqual([]);
    go();
    await find('Remove Visa ending 4242');
    expect(service.calls).toEqual(['list', 'keep']);
    expect(rows()[1]).toBe('Visa ending 4242, expires 05/27');
    await waitFor(() => expect(focused()).toBe(rowOf('Visa ending 4242')));
    await waitFor(() => expect(announced()).toBe('Visa ending 4242 saved'));
    expect(events.map(({ name }) => name)).toEqual(['paymentMethodAdded']);
  });

  it('takes back that the network is gone once it is not, and what is typed stays', async () => {
    const { service, managing } = await showListed();
    await userEvent.click(button('Add card'));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Card number')));
    await fill();
    service.fail(offline);
    await userEvent.click(button('Save card'));
    expect((await screen.findByRole('alert')).textContent).toContain('You’re offline.');
    service.fail(null);
    await managing.backOnline();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  });

  it('says why it could not be kept, and what is typed stays', async () => {
    const { service, events, container } = await showListed();
    service.fail({ code: 'test_card_required', message: 'x' });
    await userEvent.click(button('Add card'));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Card number')));
    await fill();
    await userEvent.click(button('Save card'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We could not save this card. This is a sandbox.');
    expect(events).toMatchObject([{ name: 'error', payload: { code: 'test_card_required', shown: true } }]);
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
    expect(screen.getByLabelText<HTMLInputElement>('Card number').readOnly).toBe(false);
    expect(await violationsIn(container)).toEqual([]);
  });

  it.each([
    [true, 'Expiry date'],
    [false, 'Card number'],
  ])('with autoAdvance %s has the focus at %s after a whole card number', async (autoAdvance, label) => {
    const { managing, unmount } = await showListed();
    unmount();
    render(<ManageView manage={managing} autoAdvance={autoAdvance} t={translator(texts)} locale="en" />);
    await userEvent.click(button('Add card'));
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('5555555555554444');
    expect(focused()).toBe(screen.getByLabelText(label));
  });

  it('survives another view: what was typed is there again', async () => {
    const { managing, unmount } = await showListed();
    await userEvent.click(button('Add card'));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Card number')));
    await userEvent.keyboard('4242');
    unmount();
    render(<ManageView autoAdvance manage={managing} t={translator(texts)} locale="en" />);
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242');
    expect(focused()).toBe(document.body);
  });
});
