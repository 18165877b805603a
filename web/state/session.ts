import { create } from 'zustand';
import { DEFAULT_COUNTRY, TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { CurrencyView } from '#contract/rules/money.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { clearGiftCards } from './gift-cards.ts';
import { readSession, type StoredSession, writeSession } from './session-storage.ts';

/**
 * Who is shopping (EN-49..EN-54). The first state is the visitor's: server and first client render agree on it, then
 * entry.client.tsx calls restoreSession() and components see the stored one. `restored` tells the two apart.
 */
export type Session = StoredSession & {
  restored: boolean;
  is_signed_in: boolean;
  auth_expired: boolean;
  /** Of the link or code confirmation being followed; memory only. */
  jwt: string;
  campaign_id: string;
  product_id: string;
  expired_mobile: string;
  /** The last verification answered status false (ER-21). */
  autologin_error: boolean;
};

const visitor: Session = {
  restored: false,
  is_signed_in: false,
  auth_expired: false,
  token: '',
  token_ttl: 0,
  country_code: DEFAULT_COUNTRY,
  currency_rate: null,
  mobile: '',
  jwt: '',
  campaign_id: '',
  product_id: '',
  expired_mobile: '',
  autologin_error: false,
};

export const useSession = create<Session>()(() => visitor);

const set = useSession.setState;
const get = useSession.getState;

export function restoreSession(): void {
  const stored = readSession();
  set({ ...stored, restored: true, is_signed_in: stored.token !== '' });
  endOverdueSession();
}

/**
 * OQ-033: called at start, on each route change and before each authenticated call. Once token_ttl has passed, the expired
 * entries are removed (BC-11) and auth_expired is set. Local gift cards stay: nothing typed is lost by waiting.
 */
export function endOverdueSession(now: number = Date.now()): void {
  const { token, token_ttl } = get();
  if (token === '' || now < token_ttl) return;
  set({ token: '', token_ttl: 0, is_signed_in: false, auth_expired: true });
  writeSession(get());
}

/** True while a bearer token is held that has not run out. */
export function isSignedIn(): boolean {
  endOverdueSession();
  return get().is_signed_in;
}

/**
 * Stores what `mobiledigital/auth` said about an existing user (ST-003..ST-005). `jwt` is the bearer where the backend
 * sends no token. Cards left by somebody else on this phone are dropped.
 */
export function signIn(
  answer: AuthAnswer,
  { jwt = get().jwt, now = Date.now() }: { jwt?: string; now?: number } = {},
): void {
  const before = get().mobile;
  const mobile = answer.mobile ?? before;
  if (before !== '' && mobile !== before) clearGiftCards();
  set({
    is_signed_in: true,
    auth_expired: false,
    token: answer.token ?? jwt,
    token_ttl: now + (answer.token_ttl ?? TOKEN_TTL_MS),
    country_code: answer.country_code ?? DEFAULT_COUNTRY,
    currency_rate: answer.currency_rate ?? null,
    mobile,
    jwt: '',
    expired_mobile: '',
    autologin_error: false,
    ...linkFacts(answer),
  });
  writeSession(get());
}

/** Keeps campaign and product of an auth answer; called for new users and expired links as well. */
export function rememberLink(answer: AuthAnswer): void {
  set(linkFacts(answer));
}

function linkFacts(answer: AuthAnswer): Pick<Session, 'campaign_id' | 'product_id'> {
  return { campaign_id: answer.campaign_id ?? '', product_id: answer.product_id ?? '' };
}

/**
 * Forgets the shopper on this device: token, customer, gift cards, currency rate, country and mobile (ST-010, OQ-036);
 * product_id and campaign_id stay. Cart and customer answers are dropped by the query client, which watches is_signed_in.
 * Screens call signOut() of web/api/sign-out.ts, which revokes the token as well.
 */
export function clearSession({ expired = false }: { expired?: boolean } = {}): void {
  const { restored, product_id, campaign_id } = get();
  set({ ...visitor, restored, product_id, campaign_id, auth_expired: expired });
  writeSession(get());
  clearGiftCards();
}

/** How prices are shown to this shopper: AUD, or USD for the US with a rate (OQ-054). */
export function useCurrencyView(): CurrencyView {
  const country = useSession((session) => session.country_code);
  const usdRate = useSession((session) => session.currency_rate?.USD ?? null);
  return { country, usdRate };
}
