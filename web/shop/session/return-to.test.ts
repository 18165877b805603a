import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { formDraft, keepFormDraft } from '../state/form-drafts.ts';
import { addGiftCard, clearGiftCards, type LocalGiftCard, listGiftCards } from '../state/gift-cards.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { pageToReturnTo, pendingMobile, rememberReturnPage, restoreReturnTo } from './return-to.ts';
import { clearSession, endOverdueSession, setVerifiedMobile, signIn, useSession } from './session.ts';

const card = { sku: 'GC', name: 'Card' } as LocalGiftCard;
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
  keepFormDraft('address', { street: '1 Fig' });
});

/** Two calls that fail at once. */
function refused() {
  for (const _ of [1, 2]) {
    clearSession({ expired: true });
    leaveForSignIn();
  }
}

it('a 401 empties the shop’s storage, yet cards, place and texts wait for the same mobile [ST-011]', () => {
  refused();
  expect(kept.size).toBe(0);
  expect(listGiftCards()).toEqual([]);
  expect([pendingMobile(), pageToReturnTo()]).toEqual([WREN, '/checkout']);
  signIn(answer(WREN));
  expect(listGiftCards().map(([, giftCard]) => giftCard.sku)).toEqual(['GC']);
  expect(formDraft('address')).toEqual({ street: '1 Fig' });
});

it('two calls that are refused load the sign-in page once', () => {
  refused();
  expect(location.assign).toHaveBeenCalledExactlyOnceWith('/signin');
});

it('the place is cleared once they are signed in again, on whichever way', () => {
  refused();
  signIn(answer(WREN));
  expect([pendingMobile(), pageToReturnTo()]).toEqual(['', '']);
});

it('a card that an older version kept aside comes back mended, as a stored one does', () => {
  refused();
  signIn(answer(WREN));
  expect(listGiftCards()[0]?.[1]).toMatchObject({
    sku: 'GC',
    name: 'Card',
    price: 0,
    options: [],
    recipient_message: '',
  });
});

it('and after half an hour; the gift cards wait on', () => {
  refused();
  vi.useFakeTimers({ now: Date.now() + 29 * 60_000 });
  expect(pageToReturnTo()).toBe('/checkout');
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect([pendingMobile(), pageToReturnTo()]).toEqual([WREN, '']);
  vi.useRealTimers();
  signIn(answer(WREN));
  expect(listGiftCards()).toHaveLength(1);
});

it('and when another page is opened than the one that asks to sign in', () => {
  refused();
  vi.stubGlobal('location', { pathname: '/signin' });
  restoreReturnTo();
  expect(pageToReturnTo()).toBe('/checkout');
  vi.stubGlobal('location', { pathname: '/browse' });
  restoreReturnTo();
  expect([pendingMobile(), pageToReturnTo()]).toEqual([WREN, '']);
  signIn(answer(WREN));
  expect(listGiftCards()).toHaveLength(1);
});

it('nothing of it comes to somebody else', () => {
  refused();
  signIn(answer('+61499999999'));
  expect(listGiftCards()).toEqual([]);
  expect([pendingMobile(), pageToReturnTo(), formDraft('address')]).toEqual(['', '', null]);
});

it('nor to a new customer who registers first, after a 401 or when the sign-in ran out', () => {
  const other = '+61499999999';
  for (const end of [refused, () => endOverdueSession(Date.now() + 4_000_000)]) {
    signIn(answer(WREN));
    addGiftCard(card);
    keepFormDraft('address', { street: '1 Fig' });
    end();
    setVerifiedMobile({ status: true, new_user: true, mobile: other }, 'jwt');
    signIn(answer(other));
    expect(listGiftCards()).toEqual([]);
    expect([pendingMobile(), formDraft('address')]).toEqual(['', null]);
    clearSession();
  }
});

it('whoever signs out leaves nothing behind', () => {
  clearSession();
  signIn(answer(WREN));
  expect(listGiftCards()).toEqual([]);
  expect(formDraft('address')).toBeNull();
});

it('a form that is done with is cleared, others stay', () => {
  keepFormDraft('other', { name: 'Mia' });
  keepFormDraft('address', null);
  expect(formDraft('address')).toBeNull();
  expect(formDraft('other')).toEqual({ name: 'Mia' });
});

it.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:alert(1)', ''])(
  'the way back leads nowhere but into the shop: %j',
  (place) => {
    rememberReturnPage({ mobile: WREN, place });
    expect(pageToReturnTo()).toBe('');
    rememberReturnPage({ mobile: WREN, place: '/account/order/3?from=mail' });
    expect(pageToReturnTo()).toBe('/account/order/3?from=mail');
  },
);
