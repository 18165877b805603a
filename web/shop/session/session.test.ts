import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { readFormDraft, saveFormDraft } from '../state/form-drafts.ts';
import { addGiftCard, type LocalGiftCard, listGiftCards } from '../state/gift-cards.ts';
import { clearSession, endOverdueSession, isSignedIn, restoreSession, signIn, useSession } from './session.ts';

const answer = {
  status: true,
  existing_user: true,
  mobile: '+61412345678',
  country_code: 'US',
  currency_rate: { USD: 1.5 },
  token: 'bearer-1',
  token_ttl: 3_300_000,
  campaign_id: 'c1',
  product_id: '7',
};
const card = { sku: 'GC', name: 'Card' } as LocalGiftCard;
let storage: Map<string, string>;

beforeEach(() => {
  storage = fakeStorage();
  useSession.setState(useSession.getInitialState(), true);
});

it("starts as a visitor's session, then restores the stored session until it expires [EN-49]", () => {
  storage.set('token', 'stored').set('token_ttl', String(Date.now() + 60_000));
  const visitor = { is_signed_in: false, auth_expired: false, restored: false, token: '' };
  expect(useSession.getInitialState()).toMatchObject(visitor);
  restoreSession();
  const signedIn = { is_signed_in: true, auth_expired: false, restored: true, token: 'stored' };
  expect(useSession.getState()).toMatchObject(signedIn);
  endOverdueSession(Date.now() + 60_001);
  expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true, token: '' });
});

it('stores the token as plain text and its expiry in milliseconds [EN-50, EN-51]', () => {
  signIn(answer, { now: 1_000_000 });
  expect(storage.get('token')).toBe('bearer-1');
  expect(storage.get('token_ttl')).toBe('4300000');
  expect(storage.get('country_code')).toBe('US');
  expect(JSON.parse(storage.get('currency_rate') ?? '')).toEqual({ USD: 1.5 });
});

it("takes the customer's country from the server, or defaults to Australia [EN-52, BC-13]", () => {
  restoreSession();
  expect(useSession.getState().country_code).toBe('AU');
  signIn(answer);
  expect([useSession.getState().country_code, storage.get('country_code')]).toEqual(['US', 'US']);
  const { country_code: _country, ...withoutCountry } = answer;
  signIn(withoutCountry);
  expect([useSession.getState().country_code, storage.get('country_code')]).toEqual(['AU', 'AU']);
});

it('restores the USD rate after a reload unless the stored rate is invalid [EN-53]', () => {
  signIn(answer);
  useSession.setState(useSession.getInitialState(), true);
  restoreSession();
  expect(useSession.getState().currency_rate).toEqual({ USD: 1.5 });
  storage.set('currency_rate', '{"EUR":1.6}');
  restoreSession();
  expect(useSession.getState().currency_rate).toBeNull();
});

it('keeps campaign, product and JWT in memory only, but restores the mobile number after a reload [EN-54]', () => {
  useSession.setState({ jwt: 'link', expired_mobile: '+61491570156' });
  expect(useSession.getState()).toMatchObject({ jwt: 'link', expired_mobile: '+61491570156' });
  signIn(answer);
  expect(useSession.getState()).toMatchObject({ mobile: '+61412345678', campaign_id: 'c1', product_id: '7' });
  expect(useSession.getState()).toMatchObject({ jwt: '', expired_mobile: '' });
  useSession.setState(useSession.getInitialState(), true);
  restoreSession();
  expect(useSession.getState()).toMatchObject({ mobile: '+61412345678', campaign_id: '', product_id: '', jwt: '' });
});

it("revokes only this browser's former session when a number is verified again", () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  signIn(answer, { endFormer: true });
  signIn(answer, { endFormer: true });
  expect(fetched).not.toHaveBeenCalled();
  signIn({ ...answer, token: 'bearer-2', mobile: '+61499999999' }, { endFormer: true });
  signIn({ ...answer, token: 'bearer-3', mobile: '+61499999999' }, { endFormer: true });
  const ended = fetched.mock.calls.map(([url, { headers, body }]) => [
    url,
    new Headers(headers).get('authorization'),
    body,
  ]);
  const url = '/rest/default/V1/mobiledigital/signout';
  expect(ended).toEqual([
    [url, 'Bearer bearer-1', '{"keep_links":false}'],
    [url, 'Bearer bearer-2', '{"keep_links":true}'],
  ]);
  endOverdueSession(Date.now() + 4_000_000);
  signIn({ ...answer, token: 'bearer-4' }, { endFormer: true });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('uses the JWT as bearer token when the server sends no token', () => {
  const { token: _token, ...withoutToken } = answer;
  signIn(withoutToken, { jwt: 'the-jwt' });
  expect(useSession.getState().token).toBe('the-jwt');
});

it('ends the session and sets auth_expired once token_ttl has passed [BC-11]', () => {
  signIn(answer, { now: 0 });
  endOverdueSession(3_299_999);
  expect(useSession.getState().is_signed_in).toBe(true);
  endOverdueSession(3_300_000);
  expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true, token: '' });
  expect(storage.has('token') || storage.has('token_ttl')).toBe(false);
});

function signInElsewhere(mobile: string, until: number): void {
  storage.set('token', 'bearer-2').set('token_ttl', String(until)).set('mobile', mobile);
}

it('adopts another tab’s newer sign-in when the session of this tab expires', () => {
  signIn(answer, { now: 0 });
  signInElsewhere(answer.mobile, 6_500_000);
  endOverdueSession(3_300_000);
  expect(useSession.getState()).toMatchObject({ is_signed_in: true, auth_expired: false, token: 'bearer-2' });
  expect(storage.get('token')).toBe('bearer-2');
});

describe('session changes in another tab', () => {
  const later = Date.now() + 3_300_000;
  let changed: (key: string | null) => void;
  beforeEach(() => {
    vi.stubGlobal('addEventListener', (_name: string, listen: (event: { key: string | null }) => void) => {
      changed = (key) => listen({ key });
    });
    restoreSession();
    signIn(answer);
    saveFormDraft('address', { street: '1 Fig' });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('signs out this tab and drops its form drafts after a sign-out in another tab', () => {
    storage.clear();
    changed('token');
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: false, token: '', mobile: '' });
    expect(readFormDraft('address')).toBeNull();
  });

  it('adopts another tab’s newer sign-in of the same customer and keeps form drafts', () => {
    signInElsewhere(answer.mobile, later);
    changed(null);
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'bearer-2' });
    expect(readFormDraft('address')).toEqual({ street: '1 Fig' });
  });

  it('drops cached data and form drafts when another customer signs in from another tab', () => {
    const signedIn: boolean[] = [];
    const unwatch = useSession.subscribe((session) => signedIn.push(session.is_signed_in));
    signInElsewhere('+61400000000', later);
    changed('token');
    unwatch();
    expect(useSession.getState()).toMatchObject({ mobile: '+61400000000', token: 'bearer-2' });
    expect(signedIn).toEqual([false, true]);
    expect(readFormDraft('address')).toBeNull();
  });

  it('treats the session as expired when only the token was removed, and keeps form drafts', () => {
    signIn(answer, { now: 0 });
    storage.delete('token');
    changed('token');
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true, mobile: answer.mobile });
    expect(readFormDraft('address')).toEqual({ street: '1 Fig' });
  });

  it('writes the token last, so that other tabs read the complete session', () => {
    const written: string[] = [];
    vi.spyOn(localStorage, 'setItem').mockImplementation((key) => void written.push(key));
    signIn(answer);
    expect(written.indexOf('token')).toBe(written.length - 1);
  });
});

it('does not restore a token that has expired or has no readable expiry [BC-11]', () => {
  for (const ttl of ['1', 'nonsense']) {
    storage.set('token', 'old').set('token_ttl', ttl);
    restoreSession();
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true });
    expect(storage.has('token') || storage.has('token_ttl')).toBe(false);
  }
});

it('clears token, mobile number, gift cards, rate and country on sign-out, and keeps campaign and product [ST-010]', () => {
  signIn(answer);
  addGiftCard(card);
  clearSession();
  expect([...storage.keys()]).toEqual([]);
  expect(listGiftCards()).toEqual([]);
  expect(useSession.getState()).toMatchObject({
    is_signed_in: false,
    mobile: '',
    country_code: 'AU',
    currency_rate: null,
    campaign_id: 'c1',
    product_id: '7',
  });
  expect(isSignedIn()).toBe(false);
});

it('keeps gift cards after the session expires, but not for another customer', () => {
  signIn(answer, { now: 0 });
  addGiftCard(card);
  endOverdueSession(3_300_000);
  signIn(answer);
  expect(listGiftCards()).toHaveLength(1);
  signIn({ ...answer, mobile: '+61400000000' });
  expect(listGiftCards()).toHaveLength(0);
});
