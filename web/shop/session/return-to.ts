import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import { clearFormDrafts } from '../state/form-drafts.ts';
import { addBack, type GiftCards } from '../state/gift-cards.ts';
import { clearLostAnswers } from '../state/idempotency-keys.ts';
import { repairGiftCards } from '../state/stored-gift-cards.ts';

/**
 * Stored in this tab when a session expires. It is restored only for the same mobile number, and deleted on sign-out.
 */
type Waiting = {
  mobile: string;
  place: string;
  leftAt?: number;
  giftCards: GiftCards;
};

const KEY = 'come-back';
const PLACE_KEPT_MS = 30 * 60_000;
const nothing: Waiting = { mobile: '', place: '', giftCards: {} };

const read = (): Waiting => readTab(KEY, isWaiting) ?? nothing;

/** When several calls are rejected, only the first one still has the mobile number; the others change nothing. */
export function stashGiftCards({ mobile, giftCards }: Pick<Waiting, 'mobile' | 'giftCards'>): void {
  if (mobile !== '') writeTab(KEY, { ...read(), mobile, giftCards });
}

/** `mobile`: '' if the session is already cleared; the stored number is then kept. */
export function rememberReturnPage({ mobile, place }: Pick<Waiting, 'mobile' | 'place'>): void {
  const before = read();
  writeTab(KEY, { ...before, mobile: mobile || before.mobile, place, leftAt: Date.now() });
}

export function readPendingMobile(): string {
  return read().mobile;
}

/** Returns '' if the page was left more than half an hour ago. */
export function readReturnPage(): string {
  const { place, leftAt = 0 } = read();
  return Date.now() - leftAt < PLACE_KEPT_MS && isOurs(place) ? place : '';
}

/** Accepts only paths of this shop, to prevent open redirects. */
const isOurs = (place: string): boolean => /^\/(?![/\\])/.test(place);

export function clearReturnPage(): void {
  const { mobile, giftCards, place } = read();
  if (place !== '') writeTab(KEY, mobile === '' ? null : { mobile, giftCards, place: '' });
}

/** Deletes the return page as well, so read that page first. */
export function restoreGiftCardsKept(): void {
  addBack(repairGiftCards(read().giftCards));
  writeTab(KEY, null);
}

/** Call on page load. Forgets the return page unless the page is /signin. */
export function restoreReturnTo(): void {
  if (globalThis.location.pathname !== '/signin') clearReturnPage();
}

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
