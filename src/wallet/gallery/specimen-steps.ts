import type { ErrorData } from '../../contract/errors/errors.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import type { GalleryWallet } from './create-gallery-wallet.ts';

const card = (id: number, values: Partial<SavedCard> = {}): SavedCard => ({
  id,
  brand: 'VI',
  last4: '1111',
  expMonth: '12',
  expYear: '2027',
  isDefault: false,
  isExpired: false,
  ...values,
});

export const visa = card(1, { isDefault: true });
export const amex = card(2, { brand: 'AX', last4: '0005', expMonth: '03', expYear: '2030' });
const expired = card(3, { brand: 'MC', last4: '4444', expYear: '2024', isExpired: true });
const paypal = card(4, { brand: 'PL', last4: '4242', expYear: '2034' });
const someCards = [visa, amex, paypal, expired];
const more = ['0042', '4444', '1881', '3222', '0505'].map((last4, place) => card(5 + place, { last4 }));
export const threeCards = [visa, amex, paypal];
export const eightCards = [visa, amex, expired, ...more];

export const error = (code: ErrorData['code']): ErrorData => ({ code, message: 'as in the gallery' });

/** Opens a signed-in user's session. */
export function openSession({ models }: GalleryWallet): void {
  models.session.open({ accessToken: 'none', expiresIn: 900, walletSession: 'none', isGuest: false });
}

/** Lists a user's cards. */
export async function list(gallery: GalleryWallet, cards: readonly SavedCard[] = someCards): Promise<void> {
  openSession(gallery);
  gallery.service.setCards(cards);
  gallery.service.setAnswer('yes');
  await gallery.models.saved.load();
}

/** Fails to load a user's list. */
export async function failToList(gallery: GalleryWallet, code: ErrorData['code']): Promise<void> {
  openSession(gallery);
  gallery.service.setAnswer(error(code));
  await gallery.models.saved.load();
}

export function fill(form: CardFormModel, number: string): void {
  form.type('name', 'Wolfeschlegelsteinhausenbergerdorff');
  form.type('number', number);
  form.type('expiry', '12 / 27');
  form.type('code', number.startsWith('3') ? '1234' : '123');
}

/** Shows MANAGE instead of the checkout, once its part is loaded. */
export async function openManage({ models }: GalleryWallet): Promise<void> {
  models.wallet.start({ settings: { merchant_id: 1, view: 'MANAGE', locale: 'en' } });
  await models.manage.load();
}

/** Offers providers' methods by `sandbox_available`. */
export function offerProviders({ models }: GalleryWallet): void {
  const settings = { merchant_id: 1, view: 'CHECKOUT', locale: 'en' } as const;
  models.wallet.start({ settings: { ...settings, sandbox_available: ['googlepay', 'paypal'] } });
}

export async function listInManage(gallery: GalleryWallet, cards?: readonly SavedCard[]): Promise<void> {
  await openManage(gallery);
  await list(gallery, cards);
}
