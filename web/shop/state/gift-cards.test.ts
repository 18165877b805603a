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
const readStoredCards = () => JSON.parse(storage.get('gift-card-details') ?? '{}');
let storage: Map<string, string>;

beforeEach(() => {
  storage = fakeStorage();
  clearGiftCards();
});

it('stores gift cards under gift-card-details as one object keyed by UUID [EN-32, EN-33]', () => {
  const key = addGiftCard(card);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(readStoredCards()).toEqual({ [key]: card });
});

it('updates only the given fields of one gift card, and ignores an unknown key', () => {
  const [first, second] = [addGiftCard(card), addGiftCard({ ...card, sku: 'GC-2' })];
  expect(updateGiftCard(second, { recipient_message: 'Happy birthday' })).toBe(true);
  expect(updateGiftCard('nobody', { recipient_message: 'x' })).toBe(false);
  expect(readStoredCards()[first]).toEqual(card);
  expect(readStoredCards()[second]).toEqual({ ...card, sku: 'GC-2', recipient_message: 'Happy birthday' });
});

it('removes the storage key when the last gift card is removed', () => {
  const key = addGiftCard(card);
  removeGiftCard(key);
  expect(storage.has('gift-card-details')).toBe(false);
});

it('reads stored gift cards in order and treats any other value as empty', () => {
  storage.set('gift-card-details', JSON.stringify({ b: card, a: card }));
  restoreGiftCards();
  expect(listGiftCards().map(([key]) => key)).toEqual(['b', 'a']);
  storage.set('gift-card-details', '{"a": 3}');
  restoreGiftCards();
  expect(listGiftCards()).toEqual([]);
});
