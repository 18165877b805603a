import { expect, it } from 'vitest';
import { carriedTideCard } from '#gallery/fixtures/spending.ts';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { signOut } from '../session/sign-out.ts';
import { findCarriedCard, readCarriedCard, storeCarriedCard } from './carried-card.ts';

it('returns the carried gift card only for its own seller, until sign-out', () => {
  fakeStorage();
  const card = carriedTideCard();
  storeCarriedCard(card);
  expect(findCarriedCard(card.shop_url)).toEqual(card);
  expect(findCarriedCard('eider-and-flax')).toBeNull();
  signOut();
  expect(readCarriedCard()).toBeNull();
});

it.each([
  ['links outside the shop', { page: 'https://elsewhere.test/card/s3cret' }],
  ['links to a script', { page: 'javascript:alert(1)' }],
  ['has no code', { code: undefined }],
  ['was stored by an earlier version', { page: undefined, code: undefined, seller: undefined }],
])('ignores a stored gift card that %s', (_what, change) => {
  fakeStorage();
  sessionStorage.setItem('carried-card', JSON.stringify({ ...carriedTideCard(), ...change }));
  expect(readCarriedCard()).toBeNull();
});
