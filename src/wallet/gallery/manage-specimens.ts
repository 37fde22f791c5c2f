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
async function remove(stand: GalleryWallet, answer: ErrorData['code'] | 'yes') {
  await listInManage(stand);
  stand.service.answers(answer === 'yes' ? answer : error(answer));
  stand.managing.ask(amex.id);
  await stand.managing.remove(amex);
}

async function openForm(stand: GalleryWallet) {
  await listInManage(stand);
  stand.managing.openForm();
  const form = stand.managing.adding.form.peek()?.model;
  if (!form) throw new Error('Opening the form: found none');
  return form;
}

export const manageSpecimens = {
  'MANAGE, its part on its way': ({ models }) =>
    models.wallet.start({ settings: { merchant_id: 1, view: 'MANAGE', locale: 'en' } }),
  'MANAGE, list on its way': async (stand) => {
    await openManage(stand);
    openSession(stand);
    stand.models.saved.load();
  },
  'MANAGE, guest': async (stand) => {
    await openManage(stand);
    stand.models.saved.showGuest();
  },
  'MANAGE, empty': (stand) => listInManage(stand, []),
  'MANAGE, saved cards': (stand) => listInManage(stand),
  'MANAGE, list failed': async (stand) => {
    await openManage(stand);
    await failToList(stand, 'internal_error');
  },
  'MANAGE, offline': async (stand) => {
    await openManage(stand);
    await failToList(stand, 'offline');
  },
  'MANAGE, asks before removing': async (stand) => {
    await listInManage(stand);
    stand.managing.ask(visa.id);
  },
  'MANAGE, removed': (stand) => remove(stand, 'yes'),
  'MANAGE, removed while offline': (stand) => remove(stand, 'offline'),
  'MANAGE, removal failed': (stand) => remove(stand, 'internal_error'),
  'MANAGE, undo failed': async (stand) => {
    await remove(stand, 'yes');
    stand.service.answers(error('internal_error'));
    await stand.managing.removals.undo(amex.id);
  },
  'MANAGE, undo too late': async (stand) => {
    await remove(stand, 'yes');
    stand.service.answers(error('not_found'));
    await stand.managing.removals.undo(amex.id);
  },
  'MANAGE, card gone elsewhere': async (stand) => {
    await listInManage(stand, [visa]);
    stand.managing.attention.fail({ card: amex, what: 'default', error: error('not_found') });
  },
  'MANAGE, undo on its way': async (stand) => {
    await remove(stand, 'yes');
    stand.service.answers('nothing');
    stand.managing.removals.undo(amex.id);
  },
  'MANAGE, default on its way': async (stand) => {
    await listInManage(stand);
    stand.service.answers('nothing');
    stand.managing.makeDefault(amex);
  },
  'MANAGE, default failed': async (stand) => {
    await listInManage(stand);
    stand.service.answers(error('internal_error'));
    await stand.managing.makeDefault(amex);
  },
  'MANAGE, another card': openForm,
  'MANAGE, another card, all empty': async (stand) => (await openForm(stand)).submit(),
  'MANAGE, another card, being kept': async (stand) => {
    fill(await openForm(stand), '5555555555554444');
    stand.managing.adding.save();
  },
} satisfies Record<string, Specimen>;
