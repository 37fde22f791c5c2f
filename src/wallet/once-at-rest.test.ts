import { expect, test, vi } from 'vitest';
import { LazyManage, type ManagePart } from './loading/lazy-manage.ts';
import { onceAtRest } from './once-at-rest.ts';
import { SavedCards } from './state/saved-cards.ts';
import { Session } from './state/session.ts';
import { Wallet } from './state/wallet.ts';

const part: ManagePart = { View: () => null, backOnline: async () => {} };
const granted = { accessToken: 'none', expiresIn: 900, walletSession: 'none', isGuest: false };

function open(view: 'CHECKOUT' | 'MANAGE', fetchPart = async () => part) {
  let answer = () => {};
  const list = new Promise<{ ok: true; value: [] }>((resolve) => {
    answer = () => resolve({ ok: true, value: [] });
  });
  const models = {
    wallet: new Wallet({ view, theme: 'auto', pageTheme: 'auto', labels: 'above' }),
    session: new Session(),
    saved: new SavedCards({ listMethods: () => list, onFailed: () => {} }),
    manage: new LazyManage(fetchPart),
  };
  const act = vi.fn();
  onceAtRest(models, act);
  return { ...models, act, answer: () => answer() };
}

const start = (wallet: Wallet, view: 'CHECKOUT' | 'MANAGE') =>
  wallet.start({ settings: { merchant_id: 1, view, locale: 'en' } });

test("onceAtRest waits for settings, session and a user's list, and acts once", async () => {
  const { wallet, session, saved, act, answer } = open('CHECKOUT');
  start(wallet, 'CHECKOUT');
  session.open(granted);
  const loading = saved.load();
  expect(act).not.toHaveBeenCalled();
  answer();
  await loading;
  expect(act).toHaveBeenCalledOnce();
  saved.showGuest();
  expect(act).toHaveBeenCalledOnce();
});

test('onceAtRest waits for no list of a guest', () => {
  const { wallet, session, saved, act } = open('CHECKOUT');
  start(wallet, 'CHECKOUT');
  session.open({ ...granted, isGuest: true });
  expect(act).not.toHaveBeenCalled();
  saved.showGuest();
  expect(act).toHaveBeenCalledOnce();
});

test('onceAtRest waits for the part of MANAGE', async () => {
  const { wallet, session, saved, manage, act } = open('MANAGE');
  start(wallet, 'MANAGE');
  session.open({ ...granted, isGuest: true });
  saved.showGuest();
  expect(act).not.toHaveBeenCalled();
  await manage.load();
  expect(act).toHaveBeenCalledOnce();
});

test('onceAtRest waits no longer when the page connection could not be loaded', () => {
  const { wallet, act } = open('CHECKOUT');
  wallet.setFailedToLoad(true);
  expect(act).toHaveBeenCalledOnce();
});

test('onceAtRest waits no longer for the part of MANAGE when it is lost', async () => {
  const { wallet, session, saved, manage, act } = open('MANAGE', () => Promise.reject(new Error('lost')));
  start(wallet, 'MANAGE');
  session.open({ ...granted, isGuest: true });
  saved.showGuest();
  expect(act).not.toHaveBeenCalled();
  await manage.load();
  expect(act).toHaveBeenCalledOnce();
});
