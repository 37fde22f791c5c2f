import { expect, test } from 'vitest';
import type { Outcome } from '../../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import { EditCardModel } from './edit-card-model.ts';

const card = (id: number): SavedCard => ({
  id,
  brand: 'VI',
  last4: '1111',
  expMonth: '12',
  expYear: '2034',
  isDefault: false,
  isExpired: false,
});

test('EditCardModel keeps the editor of a card open that was opened while another is saved', async () => {
  let answer: (outcome: Outcome<readonly SavedCard[]>) => void = () => {};
  const wereOpen: boolean[] = [];
  const model = new EditCardModel({
    service: { editMethod: () => new Promise((resolve) => (answer = resolve)) },
    now: () => Date.UTC(2026, 10, 27),
    onEdited: ({ wasOpen }) => wereOpen.push(wasOpen),
    onFailed: async () => {},
    onInvalid: () => {},
  });
  const [first, second] = [card(1), card(2)];
  model.open(first);
  const saving = model.save();
  model.open(second);
  model.type('05 / 35');
  answer({ ok: true, value: [first, second] });
  await saving;
  expect([model.card.value, model.expiry.value]).toEqual([second, '05 / 35']);
  model.open(first);
  const again = model.save();
  answer({ ok: true, value: [first, second] });
  await again;
  expect(model.card.value).toBeNull();
  expect(wereOpen).toEqual([false, true]);
});
