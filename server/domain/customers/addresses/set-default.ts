import type { Context } from '#server/context.ts';
import type { Result } from '#server/platform/kernel/errors.ts';
import { readAddress, updateCustomer } from '../customers-store.ts';
import { lockCustomer } from '../queries.ts';
import { noSuchAddressError } from './address-book.ts';

export function setDefaultAddress(
  context: Context,
  { customerId, addressId, use }: { customerId: number; addressId: number; use: 'billing' | 'shipping' },
): Promise<Result<{ status: true }>> {
  return context.database.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    if (!(await readAddress(tx, { customerId, addressId }))) return noSuchAddressError(addressId);
    await updateCustomer(
      tx,
      customerId,
      use === 'billing' ? { defaultBillingId: addressId } : { defaultShippingId: addressId },
    );
    return { status: true };
  });
}
