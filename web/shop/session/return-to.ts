import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import { clearFormDrafts } from '../state/form-drafts.ts';
import { addBack, type GiftCards } from '../state/gift-cards.ts';
import { clearLostAnswers } from '../state/idempotency-keys.ts';
import { mendGiftCards } from '../state/stored-gift-cards.ts';

/**
 * What is kept for a customer whose session expired: the mobile, the page, and the gift cards that a 401 removes from
 * the shop's storage. In this tab only; restored for the same mobile alone, and deleted by a sign-out.
 */
type Waiting = {
  mobile: string;
  place: string;
  /** When the place was left, in milliseconds. */
  leftAt?: number;
  giftCards: GiftCards;
};

const KEY = 'come-back';
/** After this the page is not returned to. */
const PLACE_KEPT_MS = 30 * 60_000;
const nothing: Waiting = { mobile: '', place: '', giftCards: {} };

const read = (): Waiting => readTab(KEY, isWaiting) ?? nothing;

/**
 * Keeps the gift cards for the next sign-in. Several calls may fail at once: only the first still knows the mobile, the
 * others change nothing.
 */
export function keepGiftCardsAside({ mobile, giftCards }: Pick<Waiting, 'mobile' | 'giftCards'>): void {
  if (mobile !== '') writeTab(KEY, { ...read(), mobile, giftCards });
}

/** Remembers the page ('/checkout?x=1') they stood on; `mobile` is '' once the session is cleared. */
export function rememberReturnPage({ mobile, place }: Pick<Waiting, 'mobile' | 'place'>): void {
  const before = read();
  writeTab(KEY, { ...before, mobile: mobile || before.mobile, place, leftAt: Date.now() });
}

/** The mobile something waits for, '' when nothing waits. */
export function pendingMobile(): string {
  return read().mobile;
}

/** The page they stood on half an hour ago at most, '' when there is none. */
export function pageToReturnTo(): string {
  const { place, leftAt = 0 } = read();
  return Date.now() - leftAt < PLACE_KEPT_MS && isOurs(place) ? place : '';
}

/** An address of the shop itself: what is stored leads nowhere else. */
const isOurs = (place: string): boolean => /^\/(?![/\\])/.test(place);

/** The customer went elsewhere: deletes the page, keeps the gift cards. */
export function clearReturnPage(): void {
  const { mobile, giftCards, place } = read();
  if (place !== '') writeTab(KEY, mobile === '' ? null : { mobile, giftCards, place: '' });
}

/**
 * After any sign-in: moves the gift cards back to the shop's storage. The page has been read by then.
 */
export function restoreGiftCardsKept(): void {
  addBack(mendGiftCards(read().giftCards));
  writeTab(KEY, null);
}

/** At a page load: the page to return to is only kept on /signin. */
export function restoreReturnTo(): void {
  if (globalThis.location.pathname !== '/signin') clearReturnPage();
}

/** Deletes all of it, typed texts and lost answers included: after a sign-out, or when another customer signs in. */
export function clearReturnTo(): void {
  writeTab(KEY, null);
  clearFormDrafts();
  clearLostAnswers();
}

function isWaiting(value: unknown): value is Waiting {
  return (
    isRecord(value) &&
    typeof value.mobile === 'string' &&
    typeof value.place === 'string' &&
    (value.leftAt === undefined || typeof value.leftAt === 'number') &&
    isRecord(value.giftCards)
  );
}
