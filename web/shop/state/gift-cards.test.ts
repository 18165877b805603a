import { beforeEach, expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import {
  addGiftCard,
  clearGiftCards,
  type LocalGiftCard,
  listGiftCards,
  removeGiftCard,
  restoreGiftCards,
  updateGiftCard,
} from './gift-cards.ts';

const card = { sku: 'GC-1', name: 'Shelf Card', recipient_message: '' } as LocalGiftCard;
const stored = () => JSON.parse(kept.get('gift-card-details') ?? '{}');
let kept: Map<string, string>;

beforeEach(() => {
  kept = fakeStorage();
  clearGiftCards();
});

it('EN-32 EN-33 gift cards live under gift-card-details as one object from uuid to gift card', () => {
  const key = addGiftCard(card);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(stored()).toEqual({ [key]: card });
});

it('a change touches one gift card and only the fields given; an unknown key changes nothing', () => {
  const [first, second] = [addGiftCard(card), addGiftCard({ ...card, sku: 'GC-2' })];
  expect(updateGiftCard(second, { recipient_message: 'Happy birthday' })).toBe(true);
  expect(updateGiftCard('nobody', { recipient_message: 'x' })).toBe(false);
  expect(stored()[first]).toEqual(card);
  expect(stored()[second]).toEqual({ ...card, sku: 'GC-2', recipient_message: 'Happy birthday' });
});

it('removing the last gift card removes the key', () => {
  const key = addGiftCard(card);
  removeGiftCard(key);
  expect(kept.has('gift-card-details')).toBe(false);
});

it('what is stored is read back in order; what is not a list of cards counts as empty', () => {
  kept.set('gift-card-details', JSON.stringify({ b: card, a: card }));
  restoreGiftCards();
  expect(listGiftCards().map(([key]) => key)).toEqual(['b', 'a']);
  kept.set('gift-card-details', '{"a": 3}');
  restoreGiftCards();
  expect(listGiftCards()).toEqual([]);
});
