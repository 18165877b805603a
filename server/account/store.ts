import { and, eq, inArray } from 'drizzle-orm';
import type { Picture } from '#contract/shapes.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import { addresses, members } from '../database/schema.ts';
import { latestShopPicture } from '../orders/latest-shop.ts';

export type MemberRow = typeof members.$inferSelect;
export type AddressRow = typeof addresses.$inferSelect;
type AddressValues = Omit<AddressRow, 'id' | 'memberId'>;
type Defaults = { defaultBillingId: number | null; defaultShippingId: number | null };

export type MemberFound = { member: MemberRow; addresses: AddressRow[]; shopPicture: Picture | null };

/** A member with all addresses, oldest first, and the shop of the latest order: one query. */
export async function readMember(handle: Handle, memberId: number): Promise<MemberFound | null> {
  const found = await handle
    .select({ member: members, address: addresses, shopPicture: latestShopPicture(members.id) })
    .from(members)
    .leftJoin(addresses, eq(addresses.memberId, members.id))
    .where(eq(members.id, memberId))
    .orderBy(addresses.id);
  const [first] = found;
  if (!first) return null;
  return {
    member: first.member,
    addresses: found.flatMap(({ address }) => address ?? []),
    shopPicture: first.shopPicture,
  };
}

/** One address of a member; null for an id that is somebody else's. */
export async function readAddress(
  handle: Handle,
  { memberId, addressId }: { memberId: number; addressId: number },
): Promise<AddressRow | null> {
  const [found] = await handle
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, addressId), eq(addresses.memberId, memberId)));
  return found ?? null;
}

/** Holds the member's row until the transaction ends, so that changes of one address book follow one another. */
export async function lockMember(tx: Transaction, memberId: number): Promise<Defaults> {
  const [locked] = await tx
    .select({ defaultBillingId: members.defaultBillingId, defaultShippingId: members.defaultShippingId })
    .from(members)
    .where(eq(members.id, memberId))
    .for('update');
  if (!locked) throw new Error(`Member ${memberId} is gone.`);
  return locked;
}

export async function addressIds(handle: Handle, memberId: number): Promise<number[]> {
  const found = await handle.select({ id: addresses.id }).from(addresses).where(eq(addresses.memberId, memberId));
  return found.map(({ id }) => id);
}

export async function deleteAddresses(
  tx: Transaction,
  { memberId, ids }: { memberId: number; ids: number[] },
): Promise<void> {
  await tx.delete(addresses).where(and(eq(addresses.memberId, memberId), inArray(addresses.id, ids)));
}

export async function updateAddress(
  tx: Transaction,
  { memberId, id, values }: { memberId: number; id: number; values: AddressValues },
): Promise<void> {
  await tx
    .update(addresses)
    .set(values)
    .where(and(eq(addresses.id, id), eq(addresses.memberId, memberId)));
}

export async function insertAddress(
  tx: Transaction,
  { memberId, values }: { memberId: number; values: AddressValues },
): Promise<number> {
  const [made] = await tx
    .insert(addresses)
    .values({ memberId, ...values })
    .returning({ id: addresses.id });
  return (made as { id: number }).id;
}

export async function updateMember(
  handle: Handle,
  memberId: number,
  changes: Partial<Defaults & Pick<MemberRow, 'email' | 'firstname' | 'lastname'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await handle.update(members).set(changes).where(eq(members.id, memberId));
}
