import { describe, expect, it } from 'vitest';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import { reorder } from './card-order.ts';

const card = (id: number): SavedCard => ({
  id,
  brand: 'VI',
  last4: '1111',
  expMonth: '12',
  expYear: '2027',
  isDefault: false,
  isExpired: false,
});
const ordered = (given: readonly number[], ids: readonly number[]) =>
  reorder(given.map(card), ids).map(({ id }) => id);

describe('inOrder', () => {
  it('puts the cards where they stood', () => {
    expect(ordered([2, 1, 3], [1, 2, 3])).toEqual([1, 2, 3]);
  });

  it('leaves a card that did not stand there where the service has it', () => {
    expect(ordered([2, 9, 1, 3], [1, 2, 3])).toEqual([1, 9, 2, 3]);
  });

  it('closes the gap of a card that has gone', () => {
    expect(ordered([3, 1], [1, 2, 3])).toEqual([1, 3]);
  });

  it("leaves another user's cards as the service has them", () => {
    expect(ordered([8, 7], [1, 2])).toEqual([8, 7]);
  });
});
