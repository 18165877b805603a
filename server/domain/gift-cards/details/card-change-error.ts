import { giftHoldEndDay } from '#server/domain/customers/customer.ts';
import {
  type CallingDevice,
  canRecognizeDevices,
  deviceName,
  hasOldPasskey,
  isNewDevice,
} from '#server/domain/customers/devices/device.ts';
import { HISTORY_MS } from '#server/domain/customers/devices/history-rules.ts';
import { mayChange, type Session, wasDoneIn } from '#server/domain/customers/sessions/sessions.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type AppError, appError, fieldErrors } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';
import { recipientValueError } from '../gift-value.ts';
import { findSaleOnDevice } from '../new-numbers-store.ts';
import { listPastRecipients } from '../queries.ts';
import { findSale } from './details-store.ts';

/** `id`: the id of the details. `unverified`: the calling session, or null if it is verified. */
type Change = { customerId: number; id: number; unverified: Session | null };

export type NewNumber = {
  mobile: string;
  device: CallingDevice;
  settings: Pick<Settings, 'APPROVAL_GIFTS_PER_DAY'>;
};

/**
 * Returns why the session may not change the card, or null. Call this in every route that prints a card, or changes its
 * number, text, wrapping or time. For seven days after a number change by email alone, cards bought earlier cannot be
 * changed (docs/decisions/033). With `to`, call lockRecipient() first.
 */
export async function cardChangeError(
  handle: Handle,
  change: Change & { to?: NewNumber | undefined; now: Date },
): Promise<AppError | null> {
  const { customerId, id, to, now } = change;
  const sale = await findSale(handle, { customerId, id });
  if (!sale) return null;
  const { soldAt, movedAt, cents } = sale;
  const until = giftHoldEndDay({ movedAt, now });
  if (until && movedAt && soldAt && soldAt < movedAt) return appError('card_held_after_move', [until]);
  const error = await othersCardError(handle, change);
  if (error || !to) return error;
  const numberError = await newNumberError(handle, { id, to, now });
  // Skips the value of an unsold card, which placing the order checks.
  return numberError ?? (soldAt ? recipientValueError(handle, { ...to, cents, now }) : null);
}

/**
 * For 24 hours, a new device may send bought cards only to known recipients, unless the payment card was entered on it:
 * a thief who takes over a number must not redirect gift cards. Without known browsers, this covers only purchases with
 * a saved payment card (server/domain/orders/review).
 */
async function newNumberError(
  handle: Handle,
  { id, to: { mobile, device }, now }: { id: number; to: NewNumber; now: Date },
): Promise<AppError | null> {
  if (hasOldPasskey(device, now) || !(await isNewDevice(handle, device, now))) return null;
  const { customerId } = device;
  const dayAgo = new Date(now.getTime() - HISTORY_MS);
  const sale = await findSaleOnDevice(handle, { detailsId: id, device: deviceName(device), since: dayAgo });
  const isHeld = sale.isDoubtful || (sale.isOpen && !sale.isOfDevice && (await canRecognizeDevices(handle, device)));
  if (!isHeld) return null;
  const knownMobiles = await listPastRecipients(handle, { customerId, mobiles: [mobile], before: dayAgo });
  return knownMobiles.has(mobile) ? null : fieldErrors({ recipient_mobile: 'card_number_held' });
}

/**
 * Rejects an unverified session that neither wrote nor bought the card. Call this in every route that sends a card
 * unchanged.
 */
export async function othersCardError(
  handle: Handle,
  { customerId, id, unverified }: Change,
): Promise<AppError | null> {
  if (!unverified) return null;
  const sale = await findSale(handle, { customerId, id });
  if (!sale) return null;
  const isOwn = mayChange(unverified, sale) && (!sale.soldAt || (await wasDoneIn(handle, unverified, sale.soldAt)));
  return isOwn ? null : appError('code_required');
}
