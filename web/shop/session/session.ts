import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { create } from 'zustand';
import { DEFAULT_COUNTRY, TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { CurrencyView } from '#contract/rules/money/money.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { isRecord, readJson, readText, writeJson, writeText } from '#web/shared/state/storage.ts';
import { clearAwaitedOrder, keepAwaitedOrderFor } from '../state/checkout/awaited-order.ts';
import { clearPendingLines, pendingLines, savePendingLines } from '../state/checkout/pending-cart-lines.ts';
import { clearGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { clearLostAnswers } from '../state/idempotency-keys.ts';
import { clearReturnTo, keepGiftCardsAside, pendingMobile, restoreGiftCardsKept } from './return-to.ts';
import { revokeToken } from './revoke-token.ts';
import { clearVerifiedMobile, getVerifiedMobile } from './verified-mobile.ts';

/**
 * The session of the customer. The first state is the visitor's: server and first client render agree on it, then
 * entry.client.tsx calls restoreSession() and components see the stored one. `restored` tells the two apart.
 */
export type Session = StoredSession & {
  restored: boolean;
  is_signed_in: boolean;
  auth_expired: boolean;
  /** The page is being left for /signin. */
  is_leaving: boolean;
  /** Of the link or code confirmation in progress; memory only. */
  jwt: string;
  campaign_id: string;
  product_id: string;
  expired_mobile: string;
  /** By the last verification: `mobile` is verified and may register. */
  new_user: boolean;
  /** The last verification returned status false. */
  autologin_error: boolean;
};

const visitor: Session = {
  restored: false,
  is_signed_in: false,
  auth_expired: false,
  is_leaving: false,
  token: '',
  token_ttl: 0,
  country_code: DEFAULT_COUNTRY,
  currency_rate: null,
  mobile: '',
  jwt: '',
  campaign_id: '',
  product_id: '',
  expired_mobile: '',
  new_user: false,
  autologin_error: false,
};

export const useSession = create<Session>()(() => visitor);

const set = useSession.setState;
const get = useSession.getState;

/** Reads what is stored and follows other tabs. */
export function restoreSession(): void {
  readStored();
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === 'token' || key === null) readStored();
  });
}

function readStored(now: number = Date.now()): void {
  const before = get();
  const stored = readSession();
  const is_signed_in = stored.token !== '';
  const sameCustomer = before.mobile === stored.mobile;
  if (before.is_signed_in && !sameCustomer) {
    clearReturnTo();
    dropFetched();
  }
  // A token that went while the mobile stayed has run out.
  const auth_expired = !is_signed_in && (before.auth_expired || (before.is_signed_in && sameCustomer));
  // A registration that was reloaded goes on with the mobile it had verified.
  const verified = is_signed_in ? null : getVerifiedMobile();
  set({
    ...stored,
    ...verified,
    new_user: verified !== null,
    restored: true,
    is_signed_in,
    auth_expired,
    is_leaving: false,
  });
  endOverdueSession(now);
}

/** For a moment nobody is signed in: the query client drops what it fetched for the customer before. */
function dropFetched(): void {
  if (get().is_signed_in) set({ is_signed_in: false });
}

/**
 * Called at start, on each route change and before each authenticated call. Once token_ttl has passed, the expired
 * entries are removed and auth_expired is set, unless another tab has signed in since. Local gift cards stay: nothing
 * typed is lost by waiting.
 */
export function endOverdueSession(now: number = Date.now()): void {
  const { token, token_ttl } = get();
  if (token === '' || now < token_ttl) return;
  const stored = readText('token');
  if (stored !== null && stored !== token) {
    readStored(now);
    return;
  }
  set({ token: '', token_ttl: 0, is_signed_in: false, auth_expired: true });
  writeSession(get());
}

/** The bearer while it has not run out, else ''; the session stays as it is. */
export function validToken(now: number = Date.now()): string {
  const { token, token_ttl } = get();
  return now < token_ttl ? token : '';
}

/** True while a bearer token is held that has not run out. */
export function isSignedIn(): boolean {
  endOverdueSession();
  return get().is_signed_in;
}

/**
 * Stores the answer of `mobiledigital/auth` for an existing user. `jwt` is the bearer where the backend sends no token.
 * Gift cards of another customer on this phone are dropped; those kept for this one are restored. `endFormer`: a session
 * that was still open here is ended, so that who proves a number again does not hold two.
 */
export function signIn(
  answer: AuthAnswer,
  { jwt = get().jwt, now = Date.now(), endFormer = false }: { jwt?: string; now?: number; endFormer?: boolean } = {},
): void {
  const mobile = answer.mobile ?? (get().mobile || pendingMobile());
  const former = { token: validToken(now), mobile: get().mobile };
  dropOtherCustomer(mobile);
  // The same number can open another account by now.
  dropFetched();
  restoreGiftCardsKept();
  clearVerifiedMobile();
  clearLostAnswers('POST mobiledigital/createAccount');
  set({
    is_signed_in: true,
    auth_expired: false,
    is_leaving: false,
    token: answer.token ?? jwt,
    token_ttl: now + (answer.token_ttl ?? TOKEN_TTL_MS),
    country_code: answer.country_code ?? DEFAULT_COUNTRY,
    currency_rate: answer.currency_rate ?? null,
    mobile,
    jwt: '',
    expired_mobile: '',
    new_user: false,
    autologin_error: false,
    ...linkFacts(answer),
  });
  writeSession(get());
  if (endFormer && former.token !== get().token)
    void revokeToken(former.token, { keepLinks: former.mobile === mobile });
}

/** The customer's account moved to another mobile; everything of theirs on this device stays. */
export function keepMobile(mobile: string): void {
  savePendingLines(mobile, pendingLines(get().mobile));
  keepAwaitedOrderFor(mobile, get().mobile);
  set({ mobile });
  writeSession(get());
}

/**
 * A code or a link verified a mobile that has no account yet: it may register. Data of another customer is dropped.
 */
export function setVerifiedMobile(answer: AuthAnswer, jwt: string): void {
  const mobile = answer.mobile ?? '';
  dropOtherCustomer(mobile);
  set({ jwt, mobile, new_user: true, ...linkFacts(answer) });
}

/** Drops gift cards and typed texts of another customer. */
function dropOtherCustomer(mobile: string): void {
  const before = get().mobile || pendingMobile();
  if (before === '' || mobile === before) return;
  clearGiftCards();
  clearReturnTo();
  clearAwaitedOrder();
}

/** Keeps campaign and product of an auth answer; called for expired links as well. */
export function rememberLink(answer: AuthAnswer): void {
  set(linkFacts(answer));
}

function linkFacts(answer: AuthAnswer): Pick<Session, 'campaign_id' | 'product_id'> {
  return { campaign_id: answer.campaign_id ?? '', product_id: answer.product_id ?? '' };
}

/**
 * Clears the customer from this device: token, gift cards, cart lines, currency rate, country and mobile; product_id
 * and campaign_id stay. The query client watches is_signed_in and drops what it cached. Screens call signOut() of
 * web/shop/session/sign-out.ts, which revokes the token as well. After an `expired` session, gift cards and page are
 * kept in this tab and restored at the next sign-in.
 */
export function clearSession({ expired = false }: { expired?: boolean } = {}): void {
  const { restored, product_id, campaign_id, mobile, is_leaving } = get();
  if (expired) keepGiftCardsAside({ mobile, giftCards: useGiftCards.getState().giftCards });
  else {
    clearReturnTo();
    clearPendingLines();
    clearAwaitedOrder();
  }
  clearVerifiedMobile();
  // A second call that is refused while the page is being left must not have it left again.
  set({ ...visitor, restored, product_id, campaign_id, is_leaving, auth_expired: expired });
  writeSession(get());
  clearGiftCards();
}

/** How prices are shown to this customer: AUD, or USD for the US with a rate, as their language writes prices. */
export function useCurrencyView(): CurrencyView {
  const country = useSession((session) => session.country_code);
  const usdRate = useSession((session) => session.currency_rate?.USD ?? null);
  return { country, usdRate, ...usePriceWords() };
}

/** How prices that are always in Australian dollars are shown: what is charged, and what stands on an order. */
export function useAudView(): CurrencyView {
  return { country: DEFAULT_COUNTRY, usdRate: null, ...usePriceWords() };
}

function usePriceWords(): Required<Pick<CurrencyView, 'locale' | 'fromPrice'>> {
  const { i18n } = useLingui();
  return { locale: i18n.locale, fromPrice: (price) => i18n._(msg`From ${price}`) };
}

/** What outlives the page: token as plain text, token_ttl as the expiry in milliseconds. */
type StoredSession = {
  token: string;
  token_ttl: number;
  country_code: string;
  currency_rate: { USD: number } | null;
  mobile: string;
};

/** A token without a readable expiry counts as expired. */
function readSession(): StoredSession {
  return {
    token: readText('token') ?? '',
    token_ttl: Number(readText('token_ttl')) || 0,
    country_code: readText('country_code') ?? DEFAULT_COUNTRY,
    currency_rate: readJson('currency_rate', isRate),
    mobile: readText('mobile') ?? '',
  };
}

/** Writes every key; empty ones are removed. The token comes last: other tabs read all of it when the token changes. */
function writeSession({ token, token_ttl, country_code, currency_rate, mobile }: StoredSession): void {
  writeText('token_ttl', token === '' ? null : String(token_ttl));
  writeText('country_code', country_code === DEFAULT_COUNTRY && token === '' ? null : country_code);
  writeJson('currency_rate', currency_rate);
  writeText('mobile', mobile);
  writeText('token', token);
}

function isRate(value: unknown): value is { USD: number } {
  return isRecord(value) && typeof value.USD === 'number';
}
