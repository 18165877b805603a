import { movedByMailboxUntil } from '#server/domain/customers/customer.ts';
import {
  type CallingDevice,
  deviceName,
  hasOldPasskey,
  isNewDevice,
  knowsDevices,
} from '#server/domain/customers/devices/device.ts';
import { HISTORY_MS } from '#server/domain/customers/devices/history-rules.ts';
import { mayChange, type Session, wasDoneIn } from '#server/domain/customers/sessions/sessions.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type AppError, appError, fieldErrors } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';
import { recipientValueError } from '../gift-value.ts';
import { saleOnDevice } from '../new-numbers-store.ts';
import { knownRecipients } from '../queries.ts';
import { saleOf } from './details-store.ts';

/** `id`: of the card's details; `unproved`: the session that asks, unless it is proved. */
type Change = { customerId: number; id: number; unproved: Session | null };

/** The other number that a card would get, and where the call comes from. */
export type NewNumber = {
  mobile: string;
  device: CallingDevice;
  settings: Pick<Settings, 'APPROVAL_GIFTS_PER_DAY'>;
};

/**
 * Why a card gets no other number, words, wrapping or time, and shows no code on paper. Every call that does so asks here.
 * - A mailbox alone moved the account a short while ago, and the card was bought before: whoever reads a mailbox must not
 *   get gift cards with it (docs/decisions/033), nor put one off until the seven days have passed.
 * - As othersCardError().
 * - As newNumberError() and, of a bought card, recipientValueError(), where `to` says which number it would get: then
 *   call lockRecipient() first.
 */
export async function cardChangeError(
  handle: Handle,
  change: Change & { to?: NewNumber | undefined; now: Date },
): Promise<AppError | null> {
  const { customerId, id, to, now } = change;
  const sale = await saleOf(handle, { customerId, id });
  if (!sale) return null;
  const { soldAt, movedAt, cents } = sale;
  const until = movedByMailboxUntil({ movedAt, now });
  if (until && movedAt && soldAt && soldAt < movedAt) return appError('card_held_after_move', [until]);
  const error = await othersCardError(handle, change);
  if (error || !to) return error;
  const held = await newNumberError(handle, { id, to, now });
  // One that nobody has bought yet is judged with its order.
  return held ?? (soldAt ? recipientValueError(handle, { ...to, cents, now }) : null);
}

/**
 * For its first 24 hours a new device sends bought cards only to known recipients, unless they were paid there by a
 * card that was typed in: else whoever has the customer's number for an hour would send all of them to a number of
 * their own. An account that no browser with a cookie has signed in to cannot tell a new client from its own: there the
 * rule is of cards that a saved payment card bought since, which orders for known recipients let through
 * (server/domain/orders/review).
 */
async function newNumberError(
  handle: Handle,
  { id, to: { mobile, device }, now }: { id: number; to: NewNumber; now: Date },
): Promise<AppError | null> {
  if (hasOldPasskey(device, now) || !(await isNewDevice(handle, device, now))) return null;
  const { customerId } = device;
  const dayAgo = new Date(now.getTime() - HISTORY_MS);
  const sale = await saleOnDevice(handle, { detailsId: id, device: deviceName(device), since: dayAgo });
  const isHeld = sale.isDoubtful || (sale.isOpen && !sale.isOfDevice && (await knowsDevices(handle, device)));
  if (!isHeld) return null;
  const known = await knownRecipients(handle, { customerId, mobiles: [mobile], before: dayAgo });
  return known.has(mobile) ? null : fieldErrors({ recipient_mobile: 'card_number_held' });
}

/**
 * The error for a session that is not proved and did not write a card's details itself, or did not buy the card. Every
 * call that sends a card as it is asks here.
 */
export async function othersCardError(handle: Handle, { customerId, id, unproved }: Change): Promise<AppError | null> {
  if (!unproved) return null;
  const sale = await saleOf(handle, { customerId, id });
  if (!sale) return null;
  const isOwn = mayChange(unproved, sale) && (!sale.soldAt || (await wasDoneIn(handle, unproved, sale.soldAt)));
  return isOwn ? null : appError('code_required');
}
