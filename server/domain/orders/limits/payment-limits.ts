import { toDollars } from '#contract/rules/money/money.ts';
import { type AppError, appError, tooManyDeclinesError } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';

const MINUTE_MS = 60_000;

/**
 * After this many declines in the window, the customer must wait; after this many in an hour, card payments require a
 * CAPTCHA (human check).
 */
export const DECLINES_OF_CUSTOMER = 5;
export const DECLINE_WINDOW_MS = 10 * MINUTE_MS;
/** Each unanswered bank challenge reserves stock while it is valid. */
export const UNANSWERED_OF_CUSTOMER = 10;
export const UNANSWERED_WINDOW_MS = 24 * 60 * MINUTE_MS;

/** For each limit that was reached, the time of the oldest decline that counted towards it; otherwise null. */
type FilledLimits = { ofCustomer: Date | null; unanswered: Date | null; ofSender: Date | null };

type OpenOrders = { openUnits: number; openCents: number };

type LimitFacts = {
  /** `declines`: number in the last hour. `isAlarm`: cards are being tested. */
  activity: FilledLimits & OpenOrders & { declines: number; isAlarm: boolean };
  checkout: { lines: readonly { qty: number }[]; totalCents: number; cardDueCents: number };
  hasPassedHumanCheck: boolean;
  now: Date;
  settings: Pick<Settings, 'OPEN_ORDER_UNITS' | 'OPEN_ORDER_VALUE'>;
};

export function paymentLimitError({
  activity,
  checkout,
  hasPassedHumanCheck,
  now,
  settings,
}: LimitFacts): AppError | null {
  if (checkout.cardDueCents > 0) {
    const seconds = declineWait(activity, now);
    if (seconds > 0) return tooManyDeclinesError(seconds);
    const isDoubtful = activity.isAlarm || activity.declines >= DECLINES_OF_CUSTOMER;
    if (isDoubtful && !hasPassedHumanCheck) return appError('human_check_needed');
  }
  const { OPEN_ORDER_UNITS: units, OPEN_ORDER_VALUE: dollars } = settings;
  const openUnits = checkout.lines.reduce((sum, { qty }) => sum + qty, activity.openUnits);
  const openCents = checkout.totalCents + activity.openCents;
  if (openUnits <= units && openCents <= dollars * 100) return null;
  return appError('open_orders_full', [units, `$${toDollars(dollars * 100).toFixed(2)}`]);
}

/** Returns how many seconds the customer must wait. */
export function declineWait({ ofCustomer, unanswered, ofSender }: FilledLimits, now: Date): number {
  return Math.max(
    secondsUntilWindowEnd(ofCustomer, DECLINE_WINDOW_MS, now),
    secondsUntilWindowEnd(unanswered, UNANSWERED_WINDOW_MS, now),
    secondsUntilWindowEnd(ofSender, DECLINE_WINDOW_MS, now),
  );
}

export function secondsUntilWindowEnd(start: Date | null, windowMs: number, now: Date): number {
  if (start === null) return 0;
  return Math.max(0, Math.ceil((start.getTime() + windowMs - now.getTime()) / 1_000));
}
