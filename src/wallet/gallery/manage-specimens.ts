import type { ErrorData } from '../../contract/errors/errors.ts';
import type { GalleryWallet } from './create-gallery-wallet.ts';
import type { Specimen } from './show-specimen.ts';
import {
  amex,
  error,
  failToList,
  fill,
  listInManage,
  openManage,
  openSession,
  visa,
} from './specimen-steps.ts';

/** Removes a card of the list, with the given answer of the service. */
async function remove(gallery: GalleryWallet, answer: ErrorData['code'] | 'yes') {
  await listInManage(gallery);
  gallery.service.setAnswer(answer === 'yes' ? answer : error(answer));
  gallery.manage.ask(amex.id);
  await gallery.manage.remove(amex);
}

async function openForm(gallery: GalleryWallet) {
  await listInManage(gallery);
  gallery.manage.openForm();
  const form = gallery.manage.addCard.form.peek()?.model;
  if (!form) throw new Error('Opening the form: found none');
  return form;
}

export const manageSpecimens = {
  'MANAGE, its part on its way': ({ models }) =>
    models.wallet.start({ settings: { merchant_id: 1, view: 'MANAGE', locale: 'en' } }),
  'MANAGE, list on its way': async (gallery) => {
    await openManage(gallery);
    openSession(gallery);
    gallery.models.saved.load();
  },
  'MANAGE, guest': async (gallery) => {
    await openManage(gallery);
    gallery.models.saved.showGuest();
  },
  'MANAGE, empty': (gallery) => listInManage(gallery, []),
  'MANAGE, saved cards': (gallery) => listInManage(gallery),
  'MANAGE, list failed': async (gallery) => {
    await openManage(gallery);
    await failToList(gallery, 'internal_error');
  },
  'MANAGE, offline': async (gallery) => {
    await openManage(gallery);
    await failToList(gallery, 'offline');
  },
  'MANAGE, asks before removing': async (gallery) => {
    await listInManage(gallery);
    gallery.manage.ask(visa.id);
  },
  'MANAGE, removed': (gallery) => remove(gallery, 'yes'),
  'MANAGE, removed while offline': (gallery) => remove(gallery, 'offline'),
  'MANAGE, removal failed': (gallery) => remove(gallery, 'internal_error'),
  'MANAGE, undo failed': async (gallery) => {
    await remove(gallery, 'yes');
    gallery.service.setAnswer(error('internal_error'));
    await gallery.manage.removals.undo(amex.id);
  },
  'MANAGE, undo too late': async (gallery) => {
    await remove(gallery, 'yes');
    gallery.service.setAnswer(error('not_found'));
    await gallery.manage.removals.undo(amex.id);
  },
  'MANAGE, card gone elsewhere': async (gallery) => {
    await listInManage(gallery, [visa]);
    gallery.manage.attention.fail({ card: amex, what: 'default', error: error('not_found') });
  },
  'MANAGE, undo on its way': async (gallery) => {
    await remove(gallery, 'yes');
    gallery.service.setAnswer('nothing');
    gallery.manage.removals.undo(amex.id);
  },
  'MANAGE, default on its way': async (gallery) => {
    await listInManage(gallery);
    gallery.service.setAnswer('nothing');
    gallery.manage.makeDefault(amex);
  },
  'MANAGE, default failed': async (gallery) => {
    await listInManage(gallery);
    gallery.service.setAnswer(error('internal_error'));
    await gallery.manage.makeDefault(amex);
  },
  'MANAGE, another card': openForm,
  'MANAGE, another card, all empty': async (gallery) => (await openForm(gallery)).submit(),
  'MANAGE, another card, being kept': async (gallery) => {
    fill(await openForm(gallery), '5555555555554444');
    gallery.manage.addCard.save();
  },
} satisfies Record<string, Specimen>;
