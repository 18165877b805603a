import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { readFormDraft, saveFormDraft } from '../state/form-drafts.ts';
import { addGiftCard, clearGiftCards, type LocalGiftCard, listGiftCards } from '../state/gift-cards.ts';
import { redirectToSignIn } from './leave-for-sign-in.ts';
import { readPendingMobile, readReturnPage, rememberReturnPage, restoreReturnTo } from './return-to.ts';
import { clearSession, endOverdueSession, setVerifiedMobile, signIn, useSession } from './session.ts';

const card = { sku: 'GC', name: 'Card' } as LocalGiftCard;
const answer = (mobile: string) => ({ status: true, existing_user: true, mobile, token: 'bearer' });
const WREN = '+61412345678';
let storage: Map<string, string>;

beforeEach(() => {
  storage = fakeStorage();
  vi.stubGlobal('location', { pathname: '/checkout', search: '', assign: vi.fn() });
  useSession.setState(useSession.getInitialState(), true);
  clearGiftCards();
  signIn(answer(WREN));
  addGiftCard(card);
  saveFormDraft('address', { street: '1 Fig' });
});

function rejectTwoCalls() {
  for (const _ of [1, 2]) {
    clearSession({ expired: true });
    redirectToSignIn();
  }
}

it('empties storage on a 401, but restores gift cards, page and form input for the same mobile number [ST-011]', () => {
  rejectTwoCalls();
  expect(storage.size).toBe(0);
  expect(listGiftCards()).toEqual([]);
  expect([readPendingMobile(), readReturnPage()]).toEqual([WREN, '/checkout']);
  signIn(answer(WREN));
  expect(listGiftCards().map(([, giftCard]) => giftCard.sku)).toEqual(['GC']);
  expect(readFormDraft('address')).toEqual({ street: '1 Fig' });
});

it('loads the sign-in page once for two rejected calls', () => {
  rejectTwoCalls();
  expect(location.assign).toHaveBeenCalledExactlyOnceWith('/signin');
});

it('forgets the return page after sign-in', () => {
  rejectTwoCalls();
  signIn(answer(WREN));
  expect([readPendingMobile(), readReturnPage()]).toEqual(['', '']);
});

it('repairs a restored gift card that an older version of the shop stored', () => {
  rejectTwoCalls();
  signIn(answer(WREN));
  expect(listGiftCards()[0]?.[1]).toMatchObject({
    sku: 'GC',
    name: 'Card',
    price: 0,
    options: [],
    recipient_message: '',
  });
});

it('forgets the return page after half an hour but keeps the gift cards', () => {
  rejectTwoCalls();
  vi.useFakeTimers({ now: Date.now() + 29 * 60_000 });
  expect(readReturnPage()).toBe('/checkout');
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect([readPendingMobile(), readReturnPage()]).toEqual([WREN, '']);
  vi.useRealTimers();
  signIn(answer(WREN));
  expect(listGiftCards()).toHaveLength(1);
});

it('forgets the return page when a page other than /signin opens, but keeps the gift cards', () => {
  rejectTwoCalls();
  vi.stubGlobal('location', { pathname: '/signin' });
  restoreReturnTo();
  expect(readReturnPage()).toBe('/checkout');
  vi.stubGlobal('location', { pathname: '/browse' });
  restoreReturnTo();
  expect([readPendingMobile(), readReturnPage()]).toEqual([WREN, '']);
  signIn(answer(WREN));
  expect(listGiftCards()).toHaveLength(1);
});

it('restores no gift cards, page or form input for another customer', () => {
  rejectTwoCalls();
  signIn(answer('+61499999999'));
  expect(listGiftCards()).toEqual([]);
  expect([readPendingMobile(), readReturnPage(), readFormDraft('address')]).toEqual(['', '', null]);
});

it('restores nothing for a new customer who registers after a 401 or an expired session', () => {
  const other = '+61499999999';
  for (const end of [rejectTwoCalls, () => endOverdueSession(Date.now() + 4_000_000)]) {
    signIn(answer(WREN));
    addGiftCard(card);
    saveFormDraft('address', { street: '1 Fig' });
    end();
    setVerifiedMobile({ status: true, new_user: true, mobile: other }, 'jwt');
    signIn(answer(other));
    expect(listGiftCards()).toEqual([]);
    expect([readPendingMobile(), readFormDraft('address')]).toEqual(['', null]);
    clearSession();
  }
});

it('restores nothing after the customer has signed out', () => {
  clearSession();
  signIn(answer(WREN));
  expect(listGiftCards()).toEqual([]);
  expect(readFormDraft('address')).toBeNull();
});

it('clears the draft of a finished form and keeps the drafts of other forms', () => {
  saveFormDraft('other', { name: 'Mia' });
  saveFormDraft('address', null);
  expect(readFormDraft('address')).toBeNull();
  expect(readFormDraft('other')).toEqual({ name: 'Mia' });
});

it.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:alert(1)', ''])(
  'rejects the return URL %j, which is outside the shop',
  (place) => {
    rememberReturnPage({ mobile: WREN, place });
    expect(readReturnPage()).toBe('');
    rememberReturnPage({ mobile: WREN, place: '/account/order/3?from=mail' });
    expect(readReturnPage()).toBe('/account/order/3?from=mail');
  },
);
