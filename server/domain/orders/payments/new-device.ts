import { type CallingDevice, hasOldPasskey } from '#server/domain/customers/devices/device.ts';
import type { StoredCard } from '#server/integrations/payments/port.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { wasTypedHere } from '../stores/gift-rules-store.ts';

/** Returns true if the saved card was never entered on this device and no older passkey identifies the customer. */
export async function isNewToDevice(
  handle: Handle,
  { device, card, now }: { device: CallingDevice; card: Pick<StoredCard, 'id' | 'cardPrint'>; now: Date },
): Promise<boolean> {
  const { customerId, browser } = device;
  if (hasOldPasskey(device, now)) return false;
  if (browser === null) return true;
  return !(await wasTypedHere(handle, { customerId, browser, paymentMethod: card.id, cardPrint: card.cardPrint }));
}
