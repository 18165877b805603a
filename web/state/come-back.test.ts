import { beforeEach, expect, test, vi } from 'vitest';
import { leaveForSignIn } from '../api/session-expired.ts';
import { placeLeft, restoreComeBack, whoIsWaitedFor } from './come-back.ts';
import { addGiftCard, clearGiftCards, type GiftCardEntry, listGiftCards } from './gift-cards.ts';
import { clearSession, endOverdueSession, proveMobile, signIn, useSession } from './session.ts';
import { fakeStorage } from './testing.ts';
import { keepTyped, typedBefore } from './typed.ts';

const card = { sku: 'GC', name: 'Card' } as GiftCardEntry;
const answer = (mobile: string) => ({ status: true, existing_user: true, mobile, token: 'bearer' });
const WREN = '+61412345678';
let kept: Map<string, string>;

beforeEach(() => {
  kept = fakeStorage();
  vi.stubGlobal('location', { pathname: '/checkout', search: '', assign: vi.fn() });
  useSession.setState(useSession.getInitialState(), true);
  clearGiftCards();
  signIn(answer(WREN));
  addGiftCard(card);
  keepTyped('address', { street: '1 Fig' });
});

/** Two calls that fail at once. */
function refused() {
  for (const _ of [1, 2]) {
    clearSession({ expired: true });
    leaveForSignIn();
  }
}

test('a 401 empties the shop’s storage, yet cards, place and texts wait for the same mobile [ST-011]', () => {
  refused();
  expect(kept.size).toBe(0);
  expect(listGiftCards()).toEqual([]);
  expect([whoIsWaitedFor(), placeLeft()]).toEqual([WREN, '/checkout']);
  signIn(answer(WREN));
  expect(listGiftCards().map(([, entry]) => entry.sku)).toEqual(['GC']);
  expect(typedBefore('address')).toEqual({ street: '1 Fig' });
});

test('the place is forgotten once they are signed in again, on whichever way', () => {
  refused();
  signIn(answer(WREN));
  expect([whoIsWaitedFor(), placeLeft()]).toEqual(['', '']);
});

test('and after half an hour; the gift cards wait on', () => {
  refused();
  vi.useFakeTimers({ now: Date.now() + 29 * 60_000 });
  expect(placeLeft()).toBe('/checkout');
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect([whoIsWaitedFor(), placeLeft()]).toEqual([WREN, '']);
  vi.useRealTimers();
  signIn(answer(WREN));
  expect(listGiftCards()).toHaveLength(1);
});

test('and when another page is opened than the one that asks to sign in', () => {
  refused();
  vi.stubGlobal('location', { pathname: '/signin' });
  restoreComeBack();
  expect(placeLeft()).toBe('/checkout');
  vi.stubGlobal('location', { pathname: '/browse' });
  restoreComeBack();
  expect([whoIsWaitedFor(), placeLeft()]).toEqual([WREN, '']);
  signIn(answer(WREN));
  expect(listGiftCards()).toHaveLength(1);
});

test('nothing of it comes to somebody else', () => {
  refused();
  signIn(answer('+61499999999'));
  expect(listGiftCards()).toEqual([]);
  expect([whoIsWaitedFor(), placeLeft(), typedBefore('address')]).toEqual(['', '', null]);
});

test('nor to a new shopper who registers first, after a 401 or when the sign-in ran out', () => {
  const other = '+61499999999';
  for (const end of [refused, () => endOverdueSession(Date.now() + 4_000_000)]) {
    signIn(answer(WREN));
    addGiftCard(card);
    keepTyped('address', { street: '1 Fig' });
    end();
    proveMobile({ status: true, new_user: true, mobile: other }, 'jwt');
    signIn(answer(other));
    expect(listGiftCards()).toEqual([]);
    expect([whoIsWaitedFor(), typedBefore('address')]).toEqual(['', null]);
    clearSession();
  }
});

test('whoever signs out leaves nothing behind', () => {
  clearSession();
  signIn(answer(WREN));
  expect(listGiftCards()).toEqual([]);
  expect(typedBefore('address')).toBeNull();
});

test('a form that is done with is forgotten, others stay', () => {
  keepTyped('other', { name: 'Mia' });
  keepTyped('address', null);
  expect(typedBefore('address')).toBeNull();
  expect(typedBefore('other')).toEqual({ name: 'Mia' });
});
