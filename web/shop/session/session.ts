import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { create } from 'zustand';
import { DEFAULT_COUNTRY, TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { CurrencyView } from '#contract/rules/money/money.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { isRecord, readJson, readText, writeJson, writeText } from '#web/shared/state/storage.ts';
import { clearAwaitedOrder, moveAwaitedOrder } from '../state/checkout/awaited-order.ts';
import { clearPendingLines, readPendingLines, savePendingLines } from '../state/checkout/pending-cart-lines.ts';
import { clearGiftCards, useGiftCards } from '../state/gift-cards.ts';
import { clearLostAnswers } from '../state/idempotency-keys.ts';
import { clearReturnTo, readPendingMobile, restoreGiftCardsKept, stashGiftCards } from './return-to.ts';
import { revokeToken } from './revoke-token.ts';
import { clearVerifiedMobile, getVerifiedMobile } from './verified-mobile.ts';

/**
 * Starts as a visitor's session, so that the server and the first client render agree. restoreSession() then sets
 * `restored`.
 */
export type Session = StoredSession & {
  restored: boolean;
  is_signed_in: boolean;
  auth_expired: boolean;
  is_leaving: boolean;
  /** Belongs to the current link or code confirmation, and is kept in memory only. */
  jwt: string;
  campaign_id: string;
  product_id: string;
  expired_mobile: string;
  /** True if the verified `mobile` has no account yet and may register. */
  new_user: boolean;
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
  // If the token is gone but the mobile number is the same, the session has expired.
  const auth_expired = !is_signed_in && (before.auth_expired || (before.is_signed_in && sameCustomer));
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

/** Signs out briefly, so that the query client drops the previous customer's data. */
function dropFetched(): void {
  if (get().is_signed_in) set({ is_signed_in: false });
}

/**
 * Ends an expired session, or adopts a newer sign-in from another tab. Called at start, on route changes and before
 * authenticated calls. Keeps local gift cards.
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

/** Returns '' once the token has expired, without ending the session. */
export function getValidToken(now: number = Date.now()): string {
  const { token, token_ttl } = get();
  return now < token_ttl ? token : '';
}

/** Ends the session first if it has expired. */
export function isSignedIn(): boolean {
  endOverdueSession();
  return get().is_signed_in;
}

/**
 * `jwt` is the bearer token if the server sends none. Restores this customer's gift cards and drops those of another
 * customer. `endFormer` revokes the session that was open in this browser.
 */
export function signIn(
  answer: AuthAnswer,
  { jwt = get().jwt, now = Date.now(), endFormer = false }: { jwt?: string; now?: number; endFormer?: boolean } = {},
): void {
  const mobile = answer.mobile ?? (get().mobile || readPendingMobile());
  const former = { token: getValidToken(now), mobile: get().mobile };
  dropOtherCustomer(mobile);
  // Drop fetched data even for the same number, which may now belong to a different account.
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

export function updateMobile(mobile: string): void {
  savePendingLines(mobile, readPendingLines(get().mobile));
  moveAwaitedOrder(mobile, get().mobile);
  set({ mobile });
  writeSession(get());
}

/** Stores a verified mobile number that has no account yet and may register. */
export function setVerifiedMobile(answer: AuthAnswer, jwt: string): void {
  const mobile = answer.mobile ?? '';
  dropOtherCustomer(mobile);
  set({ jwt, mobile, new_user: true, ...linkFacts(answer) });
}

function dropOtherCustomer(mobile: string): void {
  const before = get().mobile || readPendingMobile();
  if (before === '' || mobile === before) return;
  clearGiftCards();
  clearReturnTo();
  clearAwaitedOrder();
}

export function rememberLink(answer: AuthAnswer): void {
  set(linkFacts(answer));
}

function linkFacts(answer: AuthAnswer): Pick<Session, 'campaign_id' | 'product_id'> {
  return { campaign_id: answer.campaign_id ?? '', product_id: answer.product_id ?? '' };
}

/**
 * Clears the session except product_id and campaign_id. Screens call signOut(), which also revokes the token. An
 * `expired` session's gift cards and page stay in this tab for the next sign-in.
 */
export function clearSession({ expired = false }: { expired?: boolean } = {}): void {
  const { restored, product_id, campaign_id, mobile, is_leaving } = get();
  if (expired) stashGiftCards({ mobile, giftCards: useGiftCards.getState().giftCards });
  else {
    clearReturnTo();
    clearPendingLines();
    clearAwaitedOrder();
  }
  clearVerifiedMobile();
  // `is_leaving` stays, so that a second rejected call does not load /signin again.
  set({ ...visitor, restored, product_id, campaign_id, is_leaving, auth_expired: expired });
  writeSession(get());
  clearGiftCards();
}

/** Shows prices in AUD, or in USD for US customers if a rate is known. */
export function useCurrencyView(): CurrencyView {
  const country = useSession((session) => session.country_code);
  const usdRate = useSession((session) => session.currency_rate?.USD ?? null);
  return { country, usdRate, ...usePriceWords() };
}

/** For charges and orders, whose prices are always in Australian dollars. */
export function useAudView(): CurrencyView {
  return { country: DEFAULT_COUNTRY, usdRate: null, ...usePriceWords() };
}

function usePriceWords(): Required<Pick<CurrencyView, 'locale' | 'fromPrice'>> {
  const { i18n } = useLingui();
  return { locale: i18n.locale, fromPrice: (price) => i18n._(msg`From ${price}`) };
}

/** The part of the session that survives a reload. `token_ttl`: the expiry time in milliseconds. */
type StoredSession = {
  token: string;
  token_ttl: number;
  country_code: string;
  currency_rate: { USD: number } | null;
  mobile: string;
};

/** Treats a token without a readable expiry as expired. */
function readSession(): StoredSession {
  return {
    token: readText('token') ?? '',
    token_ttl: Number(readText('token_ttl')) || 0,
    country_code: readText('country_code') ?? DEFAULT_COUNTRY,
    currency_rate: readJson('currency_rate', isRate),
    mobile: readText('mobile') ?? '',
  };
}

/** Writes the token last, because other tabs reload the session when it changes. */
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
