import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import type { View } from '../../contract/forms/settings.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type {
  AliasForm,
  CardForm,
  CardPlaintext,
  SecurityCodePlaintext,
} from '../../contract/frame/wallet-api.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { CardFormState } from '../state/card-form.ts';
import { Checkout } from '../state/checkout.ts';
import { noOffers, ProviderOffers } from '../state/provider-offers.ts';
import type { SavedCardsStatus } from '../state/saved-cards.ts';
import { createFingerprint } from './calls/fingerprint.ts';
import type { Vault } from './calls/vault.ts';
import { createGetPaymentMethod } from './get-payment-method.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const method: PaymentMethod = {
  cc_token: 'tok',
  encrypted_cvv: null,
  name: 'Visa',
  type: 'card',
  fingerprint: null,
  credit_type: 'VI',
  exp_month: '12',
  exp_year4: '2027',
  last_4_digits: 4242,
  first_6_digits: 424242,
  source: 'card',
};

const tokenized = { paymentMethod: method, ip: '203.0.113.7', seq: 4 };

type Given = {
  readonly isUser?: boolean;
  readonly view?: View;
  readonly threeDsSession?: string | null;
  readonly offers?: ProviderOffers;
};

function setUp(
  status: SavedCardsStatus = { name: 'guest' },
  { isUser = false, view = 'CHECKOUT', threeDsSession = null, offers = noOffers() }: Given = {},
) {
  const form = new CardFormState({ accepted: ['VI', 'TO'], now: () => Date.UTC(2026, 10, 21) });
  const needsCode = signal(threeDsSession !== null);
  const checkout = new Checkout({ saved: signal(status), form, needsCode, offers });
  const api = {
    addCard: vi.fn(async (_form: CardForm) => tokenized),
    addAlias: vi.fn(async (_form: AliasForm) => tokenized),
  };
  const encrypt = vi.fn(async (_plaintext: CardPlaintext | SecurityCodePlaintext) => 'sealed');
  const vault: Pick<Vault, 'send' | 'sealCode'> = {
    send: async (card, request) => request(await encrypt(card)),
    sealCode: encrypt,
  };
  const listenForChallenge = vi.fn(async (_seq: number) => {});
  const onListOutdated = vi.fn();
  const leaveProvider = vi.fn(async () => {});
  const getPaymentMethod = createGetPaymentMethod({
    onListOutdated,
    checkout,
    form,
    api,
    vault,
    merchantId: 7,
    isUser: () => isUser,
    view: () => view,
    fingerprintAt: createFingerprint({
      wallet: { isThreeDsFlow: signal(threeDsSession !== null) },
      session: { id: signal(threeDsSession) },
    }),
    listenForChallenge,
    leaveProvider,
  });
  return {
    leaveProvider,
    form,
    checkout,
    api,
    encrypt,
    listenForChallenge,
    getPaymentMethod,
    onListOutdated,
  };
}

const known = (taken: readonly Offer[]) => {
  const settings = { merchant_id: 7, view: 'CHECKOUT', locale: 'en' } as const;
  return new ProviderOffers({
    offers: taken,
    wallet: signal({ name: 'ready', settings }),
    canPay: () => true,
  });
};

function fill({ form }: ReturnType<typeof setUp>) {
  form.type('name', 'Ada Lovelace');
  form.type('number', '4242424242424242');
  form.type('expiry', '12 / 27');
  form.type('code', '123');
}

const saved: Extract<SavedCardsStatus, { name: 'listed' }> = {
  name: 'listed',
  cards: [
    {
      id: 5,
      brand: 'VI',
      last4: '1111',
      expMonth: '12',
      expYear: '2027',
      isDefault: true,
      isExpired: false,
    },
  ],
};

describe('createGetPaymentMethod', () => {
  it('leaves what is open at a provider first, and stops where that has gone through', async () => {
    const wallet = setUp(saved);
    await wallet.getPaymentMethod();
    expect(wallet.leaveProvider).toHaveBeenCalledBefore(wallet.api.addAlias);
    wallet.leaveProvider.mockRejectedValueOnce(new WalletError({ code: 'cancelled', message: 'paid' }));
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ code: 'cancelled' });
    expect(wallet.api.addAlias).toHaveBeenCalledTimes(1);
  });

  it('refuses a method that makeInstantPayment pays with', async () => {
    const taken = [{ method: 'paypal', use: 'instant' } as const];
    const wallet = setUp(saved, { offers: known(taken) });
    wallet.checkout.select({ kind: 'provider', method: 'paypal', use: 'instant' });
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({
      code: 'instant_method_selected',
      shown: false,
    });
    expect(wallet.checkout.problem.value).toBeNull();
  });

  it('encrypts a complete card and adds it', async () => {
    const wallet = setUp();
    fill(wallet);
    expect(await wallet.getPaymentMethod()).toBe(method);
    expect(wallet.encrypt).toHaveBeenCalledWith({
      number: '4242424242424242',
      expMonth: '12',
      expYear: '2027',
      securityCode: '123',
      holderName: 'Ada Lovelace',
    });
    expect(wallet.api.addCard).toHaveBeenCalledWith({
      card: 'sealed',
      brand: 'VI',
      saveForLater: false,
      merchant_id: 7,
    });
  });

  it('saves for a user who asked for it, never for a guest', async () => {
    for (const isUser of [true, false]) {
      const wallet = setUp({ name: 'guest' }, { isUser });
      fill(wallet);
      wallet.form.setSaveCard(true);
      await wallet.getPaymentMethod();
      expect(wallet.api.addCard.mock.calls[0]?.[0].saveForLater).toBe(isUser);
    }
  });

  it('shares one card between calls at the same time, and makes a fresh one after', async () => {
    const wallet = setUp();
    fill(wallet);
    await Promise.all([wallet.getPaymentMethod(), wallet.getPaymentMethod()]);
    expect(wallet.api.addCard).toHaveBeenCalledOnce();
    await wallet.getPaymentMethod();
    expect(wallet.api.addCard).toHaveBeenCalledTimes(2);
  });

  it('shows what is missing and sends nothing', async () => {
    const wallet = setUp();
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({
      code: 'payment_method_incomplete',
      shown: true,
    });
    expect(wallet.form.reasons.number.value).toBe('empty');
    expect(wallet.api.addCard).not.toHaveBeenCalled();
  });

  it('hands over the saved card that is chosen', async () => {
    const wallet = setUp(saved);
    await wallet.getPaymentMethod();
    expect(wallet.api.addAlias).toHaveBeenCalledWith({ method: 5, merchant_id: 7 });
  });

  it('refuses a saved card that is gone', async () => {
    const wallet = setUp(saved);
    wallet.checkout.select({ kind: 'saved', id: 6 });
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ code: 'payment_method_not_selected' });
    expect(wallet.checkout.problem.value?.code).toBe('payment_method_not_selected');
    wallet.checkout.select({ kind: 'saved', id: 5 });
    expect(wallet.checkout.problem.value).toBeNull();
  });

  it('never hands over a saved card of a brand that is not accepted, and says so in place', async () => {
    const [card] = saved.cards;
    const wallet = setUp({ name: 'listed', cards: card ? [{ ...card, brand: 'MC' }] : [] });
    wallet.checkout.select({ kind: 'saved', id: 5 });
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ code: 'card_brand_not_accepted' });
    expect(wallet.api.addAlias).not.toHaveBeenCalled();
    expect(wallet.checkout.problem.value?.code).toBe('card_brand_not_accepted');
  });

  it('asks for the list anew when the service does not know the chosen card', async () => {
    const wallet = setUp(saved);
    wallet.api.addAlias.mockRejectedValue(new WalletError({ code: 'not_found', message: 'x' }));
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ code: 'payment_method_not_selected' });
    expect(wallet.onListOutdated).toHaveBeenCalledOnce();
    expect(wallet.checkout.problem.value?.code).toBe('payment_method_not_selected');
  });

  it('is at work until the service has answered, whatever it says', async () => {
    const wallet = setUp(saved);
    const getting = wallet.getPaymentMethod();
    expect(wallet.checkout.isWorking.value).toBe(true);
    await getting;
    expect(wallet.checkout.isWorking.value).toBe(false);
    wallet.api.addAlias.mockRejectedValue(new WalletError({ code: 'internal_error', message: 'x' }));
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ code: 'internal_error', shown: true });
    expect(wallet.checkout.isWorking.value).toBe(false);
  });

  it('refuses in another view, and shows the shopper nothing of it', async () => {
    const wallet = setUp(saved, { view: 'MANAGE' });
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({
      code: 'view_not_checkout',
      shown: false,
    });
    expect(wallet.checkout.problem.value).toBeNull();
  });

  it('says offline in place, and clears it on the next try', async () => {
    const wallet = setUp();
    fill(wallet);
    wallet.api.addCard.mockRejectedValueOnce(
      new WalletError({ code: 'offline', message: 'found no network' }),
    );
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ code: 'offline', shown: true });
    expect(wallet.checkout.problem.value?.code).toBe('offline');
    await wallet.getPaymentMethod();
    expect(wallet.checkout.problem.value).toBeNull();
  });

  it('is heard of by the service before it resolves', async () => {
    const wallet = setUp(saved);
    let isArmed = false;
    wallet.listenForChallenge.mockImplementation(async () => {
      await Promise.resolve();
      isArmed = true;
    });
    await wallet.getPaymentMethod();
    expect(isArmed).toBe(true);
    expect(wallet.listenForChallenge).toHaveBeenCalledWith(tokenized.seq);
  });
});

describe('createGetPaymentMethod in the 3DS flow', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true, userAgent: 'Browser/1' });
    vi.stubGlobal('screen', { height: 900 });
  });
  const inFlow = { threeDsSession: 'ws_1' };

  it('adds the code, bound to its token, and the fingerprint', async () => {
    const wallet = setUp({ name: 'guest' }, inFlow);
    fill(wallet);
    expect(await wallet.getPaymentMethod()).toEqual({
      ...method,
      encrypted_cvv: 'sealed',
      fingerprint: {
        walletSdkSessionId: 'ws_1',
        ip: '203.0.113.7',
        screenHeight: 900,
        timezoneOffset: new Date().getTimezoneOffset(),
        browserAgent: 'Browser/1',
      },
    });
    expect(wallet.encrypt).toHaveBeenLastCalledWith({ cc_token: 'tok', securityCode: '123' });
  });

  it("asks for a saved card's code, sends nothing without it, and keeps it for the next try", async () => {
    const wallet = setUp(saved, inFlow);
    const { code } = wallet.checkout;
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({
      code: 'payment_method_incomplete',
      shown: true,
    });
    expect(code.reason.value).toBe('empty');
    expect(wallet.api.addAlias).not.toHaveBeenCalled();
    code.type('321');
    expect(await wallet.getPaymentMethod()).toMatchObject({ encrypted_cvv: 'sealed' });
    expect(wallet.encrypt).toHaveBeenLastCalledWith({ cc_token: 'tok', securityCode: '321' });
    expect(await wallet.getPaymentMethod()).toMatchObject({ encrypted_cvv: 'sealed' });
    expect(code.digits.value).toBe('321');
  });

  it("loses no digit of a saved card's code where it cannot be encrypted, and the card stays usable", async () => {
    const wallet = setUp(saved, inFlow);
    wallet.checkout.code.type('321');
    const told: boolean[] = [];
    effect(() => {
      told.push(wallet.checkout.usable.value !== null);
    });
    wallet.encrypt.mockRejectedValueOnce(new WalletError({ code: 'service_unreachable', message: 'x' }));
    await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(wallet.checkout.code.digits.value).toBe('321');
    expect(await wallet.getPaymentMethod()).toMatchObject({ encrypted_cvv: 'sealed' });
    expect(told).toEqual([true]);
  });

  it('leaves encrypted_cvv empty for a Maestro card without a code', async () => {
    const [card] = saved.cards;
    const wallet = setUp({ name: 'listed', cards: card ? [{ ...card, brand: 'TO' }] : [] }, inFlow);
    const given = await wallet.getPaymentMethod();
    expect(given.encrypted_cvv).toBeNull();
    expect(given.fingerprint).toMatchObject({ walletSdkSessionId: 'ws_1' });
  });
});
