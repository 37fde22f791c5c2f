import type { Specimen } from './show-specimen.ts';
import {
  eightCards,
  error,
  failToList,
  fill,
  list,
  offerProviders,
  openSession,
  threeCards,
  visa,
} from './specimen-steps.ts';

const visaNumber = '4242424242424242';
const never = () => new Promise<never>(() => {});

export const checkoutSpecimens = {
  'form, empty': () => {},
  'form, filled': ({ models }) => fill(models.form, visaNumber),
  'form, another brand': ({ models }) => fill(models.form, '378282246310005'),
  'form, all empty on submit': ({ models }) => models.form.submit(),
  'form, all wrong': ({ models: { form } }) => {
    form.type('name', '4242 4242');
    form.type('number', '4242424242424241');
    form.type('expiry', '12 / 24');
    form.type('code', '1');
    form.submit();
  },
  'form, brand not accepted': ({ models: { form } }) => {
    form.accept(['mastercard', 'amex', 'discover', 'unionpay']);
    form.type('number', visaNumber);
  },
  'form, month that is none': ({ models: { form } }) => form.type('expiry', '13 / 27'),
  'form, year too far': ({ models: { form } }) => form.type('expiry', '12 / 99'),
  'form, being handed over': ({ models }) => {
    fill(models.form, visaNumber);
    models.checkout.whileWorking(never);
  },
  'form, card declined': ({ models }) => {
    fill(models.form, visaNumber);
    models.checkout.show(error('card_declined'));
  },
  'form, offline': ({ models }) => models.checkout.show(error('offline')),
  'form, no test card': ({ models }) => models.checkout.show(error('test_card_required')),
  'form, session ended': ({ models }) => models.checkout.show(error('session_expired')),
  'form, user without cards': (gallery) => list(gallery, []),
  'form, list on its way': (gallery) => {
    openSession(gallery);
    gallery.models.saved.load();
  },
  'form, list below it': async (gallery) => {
    gallery.models.checkout.touchForm();
    await list(gallery);
  },
  'saved cards': (gallery) => list(gallery),
  'saved cards, one': (gallery) => list(gallery, [visa]),
  'saved cards, three': (gallery) => list(gallery, threeCards),
  'saved cards, eight, providers': async (gallery) => {
    offerProviders(gallery);
    await list(gallery, eightCards);
  },
  'saved cards, eight, the last chosen': async (gallery) => {
    await list(gallery, eightCards);
    gallery.models.checkout.select({ kind: 'saved', id: 9 });
  },
  'saved cards, a new one chosen': async (gallery) => {
    await list(gallery);
    gallery.models.checkout.select({ kind: 'new' });
  },
  'saved cards, code asked': async (gallery) => {
    gallery.askForCode();
    await list(gallery);
  },
  'saved cards, code missing': async (gallery) => {
    gallery.askForCode();
    await list(gallery);
    gallery.models.checkout.code.submit();
  },
  'saved cards, code unfinished': async (gallery) => {
    gallery.askForCode();
    await list(gallery);
    gallery.models.checkout.code.type('1');
    gallery.models.checkout.code.leave();
  },
  'saved cards, being handed over': async (gallery) => {
    await list(gallery);
    gallery.models.checkout.whileWorking(never);
  },
  'saved cards, chosen one gone': async (gallery) => {
    await list(gallery);
    gallery.models.checkout.show(error('payment_method_not_selected'));
  },
  'saved cards, one not accepted': async (gallery) => {
    await list(gallery);
    gallery.models.checkout.keepChoice(() => gallery.models.form.accept(['visa', 'mastercard']));
  },
  'saved cards, list failed': (gallery) => failToList(gallery, 'internal_error'),
  'saved cards, offline': (gallery) => failToList(gallery, 'offline'),
  'providers, guest': offerProviders,
  'providers, guest, one chosen': (gallery) => {
    offerProviders(gallery);
    gallery.models.checkout.select({ kind: 'provider', method: 'paypal', use: 'alternative' });
  },
  'providers, list below them': async (gallery) => {
    offerProviders(gallery);
    gallery.models.checkout.touchForm();
    await list(gallery);
  },
  'providers, one chosen, saved cards': async (gallery) => {
    offerProviders(gallery);
    await list(gallery);
    gallery.models.checkout.select({ kind: 'provider', method: 'paypal', use: 'alternative' });
  },
  'providers, payment in doubt': (gallery) => {
    offerProviders(gallery);
    gallery.models.checkout.show({ ...error('service_unreachable'), param: 'payment' });
  },
  'a payment waits': ({ models }) =>
    models.challenges.setWaiting([
      {
        transactionId: 't',
        amount: '48.50',
        currency: 'EUR',
        orderId: 'order-1042',
        cancel: async () => models.challenges.setWaiting([]),
      },
    ]),
  'code not loaded': ({ models }) => models.wallet.setFailedToLoad(true),
} satisfies Record<string, Specimen>;
