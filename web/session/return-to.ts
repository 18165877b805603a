import { clearFormDrafts } from '../state/form-drafts.ts';
import { addBack, type GiftCards, isGiftCards } from '../state/gift-cards.ts';
import { clearLostAnswers } from '../state/idempotency-keys.ts';
import { isRecord, readTab, writeTab } from '../state/storage.ts';

/**
 * What waits for a customer whose sign-in ended under their hands: whose it is, the page, and the gift cards that a
 * 401 takes out of the shop's storage. It lives in this tab only, comes back to the same mobile alone, and goes with a
 * sign-out.
 */
type Waiting = {
  mobile: string;
  place: string;
  /** When the place was left, in milliseconds. */
  leftAt?: number;
  giftCards: GiftCards;
};

const KEY = 'come-back';
/** Later than this a customer who signs in wants something else. */
const PLACE_KEPT_MS = 30 * 60_000;
const nothing: Waiting = { mobile: '', place: '', giftCards: {} };

const read = (): Waiting => readTab(KEY, isWaiting) ?? nothing;

/**
 * Takes the gift cards into keeping. Several calls may fail at once: the first knows whose they are, the others change
 * nothing.
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
  return Date.now() - leftAt < PLACE_KEPT_MS ? place : '';
}

/** They went elsewhere; the gift cards wait on. */
export function clearReturnPage(): void {
  const { mobile, giftCards, place } = read();
  if (place !== '') writeTab(KEY, mobile === '' ? null : { mobile, giftCards, place: '' });
}

/**
 * They are back, on whichever way: puts the gift cards where the shop keeps them. Who wants the place has it by now.
 */
export function restoreGiftCardsKept(): void {
  addBack(read().giftCards);
  writeTab(KEY, null);
}

/** At a page load: a place is wanted on the page that asks to sign in again, and nowhere else. */
export function restoreReturnTo(): void {
  if (globalThis.location.pathname !== '/signin') clearReturnPage();
}

/** Nothing waits any more, typed texts and lost answers included: they left by themselves, or somebody else is here. */
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
    isGiftCards(value.giftCards)
  );
}
