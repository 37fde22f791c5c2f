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
  'form, user without cards': (stand) => list(stand, []),
  'form, list on its way': (stand) => {
    openSession(stand);
    stand.models.saved.load();
  },
  'form, list below it': async (stand) => {
    stand.models.checkout.touchForm();
    await list(stand);
  },
  'saved cards': (stand) => list(stand),
  'saved cards, one': (stand) => list(stand, [visa]),
  'saved cards, three': (stand) => list(stand, threeCards),
  'saved cards, eight, providers': async (stand) => {
    offerProviders(stand);
    await list(stand, eightCards);
  },
  'saved cards, eight, the last chosen': async (stand) => {
    await list(stand, eightCards);
    stand.models.checkout.select({ kind: 'saved', id: 9 });
  },
  'saved cards, a new one chosen': async (stand) => {
    await list(stand);
    stand.models.checkout.select({ kind: 'new' });
  },
  'saved cards, code asked': async (stand) => {
    stand.askForCode();
    await list(stand);
  },
  'saved cards, code missing': async (stand) => {
    stand.askForCode();
    await list(stand);
    stand.models.checkout.code.submit();
  },
  'saved cards, code unfinished': async (stand) => {
    stand.askForCode();
    await list(stand);
    stand.models.checkout.code.type('1');
    stand.models.checkout.code.leave();
  },
  'saved cards, being handed over': async (stand) => {
    await list(stand);
    stand.models.checkout.whileWorking(never);
  },
  'saved cards, chosen one gone': async (stand) => {
    await list(stand);
    stand.models.checkout.show(error('payment_method_not_selected'));
  },
  'saved cards, one not accepted': async (stand) => {
    await list(stand);
    stand.models.checkout.keepChoice(() => stand.models.form.accept(['visa', 'mastercard']));
  },
  'saved cards, list failed': (stand) => failToList(stand, 'internal_error'),
  'saved cards, offline': (stand) => failToList(stand, 'offline'),
  'providers, guest': offerProviders,
  'providers, guest, one chosen': (stand) => {
    offerProviders(stand);
    stand.models.checkout.select({ kind: 'provider', method: 'paypal', use: 'alternative' });
  },
  'providers, list below them': async (stand) => {
    offerProviders(stand);
    stand.models.checkout.touchForm();
    await list(stand);
  },
  'providers, one chosen, saved cards': async (stand) => {
    offerProviders(stand);
    await list(stand);
    stand.models.checkout.select({ kind: 'provider', method: 'paypal', use: 'alternative' });
  },
  'providers, payment in doubt': (stand) => {
    offerProviders(stand);
    stand.models.checkout.show({ ...error('service_unreachable'), param: 'payment' });
  },
  'a payment waits': ({ models }) => models.challenges.setWaiting(['t']),
  'code not loaded': ({ models }) => models.wallet.setLost(true),
} satisfies Record<string, Specimen>;
