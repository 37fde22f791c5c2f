import { texts } from 'virtual:texts/en';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { SavedCard } from '../../contract/wallet-api.ts';
import { translator } from '../i18n/translate.ts';
import { SavedCards } from '../state/saved-cards.ts';
import { ManageView } from './ManageView.tsx';

const visa: SavedCard = {
  ...{ id: 1, brand: 'VI', last4: '1111', expMonth: '12', expYear: '2027' },
  ...{ isDefault: true, isExpired: false },
};

function show(cards: readonly SavedCard[]) {
  const saved = new SavedCards({
    listMethods: async () => ({ ok: true, value: cards }),
    onFailed: () => {},
  });
  render(<ManageView saved={saved} t={translator(texts)} />);
  return saved;
}

afterEach(cleanup);

describe('ManageView', () => {
  it('holds room until the cards are here, then lists them by name', async () => {
    const saved = show([visa]);
    expect(screen.getByRole('status', { name: 'Loading your saved cards' })).toBeTruthy();
    await saved.load();
    const [row] = await screen.findAllByRole('listitem');
    expect(row?.querySelector('.visually-hidden')?.textContent).toBe('Visa ending 1111, expires 12/27');
  });

  it('says that there are none yet', async () => {
    await show([]).load();
    expect(await screen.findByText(/You have no saved cards yet/)).toBeTruthy();
  });

  it('tells a guest why there are none', async () => {
    show([visa]).showGuest();
    expect(await screen.findByText(/You are not signed in/)).toBeTruthy();
  });
});
