import { HISTORY_MS, hasDeviceHistory } from '../../customers/devices/device.ts';
import type { Session } from '../../customers/sessions/sessions.ts';
import type { Handle } from '../../database/handle.ts';
import type { StoredCard } from '../../integrations/payments/port.ts';
import { wasTypedHere } from '../stores/gift-rules-store.ts';
import type { PayingSession } from './code-required.ts';

/**
 * Where a call comes from: its session, and the hash of the cookie that came with it; null of a client that keeps none.
 */
export type PayingDevice = Pick<Session, 'customerId' | 'passkeySince'> & { browser: string | null };

/** How an order is paid, and where; `isNew`: the account has no history in the browser. */
export type Paying = PayingSession & { device: PayingDevice & { isNew: boolean } };

/** Whether the account has no history in this browser. */
export async function isNewDevice(handle: Handle, device: PayingDevice, now: Date): Promise<boolean> {
  return !(await hasDeviceHistory(handle, { ...device, now }));
}

/**
 * On a new device: whether a saved card is new there as well, with nothing but a code by text or mail to speak for the
 * customer. A passkey speaks for them once it is 24 hours old: one that was just added proves no more than the code
 * before it.
 */
export async function isNewToDevice(
  handle: Handle,
  { device, card, now }: { device: PayingDevice; card: Pick<StoredCard, 'id' | 'cardPrint'>; now: Date },
): Promise<boolean> {
  const { customerId, browser, passkeySince } = device;
  if (passkeySince !== null && now.getTime() - passkeySince.getTime() >= HISTORY_MS) return false;
  if (browser === null) return true;
  return !(await wasTypedHere(handle, { customerId, browser, paymentMethod: card.id, cardPrint: card.cardPrint }));
}
