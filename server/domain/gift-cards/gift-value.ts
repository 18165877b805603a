import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { type AppError, fieldErrors } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';
import { exceeds, GIFTS_WINDOW_MS } from './gift-value-rules.ts';
import { lockGiftSums, sumGiftsByRecipient } from './queries.ts';

type Limits = Pick<Settings, 'APPROVAL_GIFTS_PER_DAY'>;

export const recipientKey = (mobile: string): string => `to ${mobile}`;

/** Locks the recipient's number. Call this before locking details or cards. */
export async function lockRecipient(
  tx: Transaction,
  { mobile, settings }: { mobile: string; settings: Limits },
): Promise<void> {
  if (settings.APPROVAL_GIFTS_PER_DAY > 0) await lockGiftSums(tx, [recipientKey(mobile)]);
}

/** Enforces the limit on the value sent to one number in 24 hours, across all accounts. Call lockRecipient() first. */
export async function recipientValueError(
  handle: Handle,
  { mobile, cents, settings, now }: { mobile: string; cents: number; settings: Limits; now: Date },
): Promise<AppError | null> {
  const { APPROVAL_GIFTS_PER_DAY: perDay } = settings;
  if (perDay === 0) return null;
  const since = new Date(now.getTime() - GIFTS_WINDOW_MS);
  const before = (await sumGiftsByRecipient(handle, { mobiles: [mobile], since })).get(mobile) ?? 0;
  return exceeds(before + cents, perDay) ? fieldErrors({ recipient_mobile: 'recipient_value_too_high' }) : null;
}
