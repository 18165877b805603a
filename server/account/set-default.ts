import type { Context } from '../context.ts';
import type { Failure } from '../http/failures.ts';
import { noSuchAddress } from './address-book.ts';
import { lockMember, readAddress, updateMember } from './store.ts';

/** Makes a saved address the default for billing or shipping; another member's address is as if it did not exist. */
export function setDefaultAddress(
  context: Context,
  { memberId, addressId, use }: { memberId: number; addressId: number; use: 'billing' | 'shipping' },
): Promise<{ status: true } | Failure> {
  return context.database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    if (!(await readAddress(tx, { memberId, addressId }))) return noSuchAddress(addressId);
    await updateMember(
      tx,
      memberId,
      use === 'billing' ? { defaultBillingId: addressId } : { defaultShippingId: addressId },
    );
    return { status: true };
  });
}
