import { and, eq, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Picture, picture } from '#contract/shapes/product.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { addresses, customers, ownershipStart } from '#server/platform/database/schema/schema.ts';
import { defineStatement, type Place } from '#server/platform/database/statement.ts';
import { pictureJson } from '#server/platform/pictures/picture-sql.ts';
import type { CustomerRow } from './queries.ts';

export type AddressRow = typeof addresses.$inferSelect;
type AddressValues = Omit<AddressRow, 'id' | 'customerId' | 'writtenBy' | 'createdAt'>;
type Own =
  | 'email'
  | 'emailChangedAt'
  | 'emailConfirmed'
  | 'firstname'
  | 'lastname'
  | 'lastnameChangedAt'
  | 'unprovedSince'
  | 'unprovedEmail'
  | 'recordsFrom';
type Defaults = { defaultBillingId: number | null; defaultShippingId: number | null };

export type CustomerFound = { customer: CustomerRow; addresses: AddressRow[]; sellerPicture: Picture | null };

/** Excludes addresses that the mobile number's former owner may have added. */
const ownAddress = (customerId: SQLWrapper | number): SQL =>
  sql`${addresses.createdAt} >= ${ownershipStart(customerId)}`;

const readWithAddresses = defineStatement((on, place: Place<{ id: number }>) =>
  on
    .select({ customer: customers, address: addresses, sellerPicture: latestSellerPicture(customers.id) })
    .from(customers)
    .leftJoin(addresses, and(eq(addresses.customerId, customers.id), ownAddress(customers.id)))
    .where(eq(customers.id, place('id')))
    .orderBy(addresses.id),
);

export async function readCustomer(handle: Handle, customerId: number): Promise<CustomerFound | null> {
  const rows = await readWithAddresses(handle, { id: customerId });
  const [first] = rows;
  if (!first) return null;
  return {
    customer: first.customer,
    addresses: rows.flatMap(({ address }) => address ?? []),
    sellerPicture: first.sellerPicture,
  };
}

function latestSellerPicture(customerId: SQLWrapper): SQL<Picture | null> {
  return sql`(
    select ${pictureJson(sql`front`)} from orders placed
      join order_lines line on line.order_id = placed.id
      join sellers seller on seller.id = line.seller_id
      join pictures front on front.id = seller.image
    where placed.customer_id = ${customerId} and placed.number is not null
      and placed.created_at >= ${ownershipStart(customerId)}
    order by placed.number desc, line.id limit 1)`.mapWith(picture.parse);
}

type OwnAddress = { customerId: number; addressId: number };
const readOwnAddress = defineStatement((on, place: Place<OwnAddress>) =>
  on
    .select()
    .from(addresses)
    .where(
      and(
        eq(addresses.id, place('addressId')),
        eq(addresses.customerId, place('customerId')),
        ownAddress(place('customerId')),
      ),
    ),
);

export async function readAddress(handle: Handle, ids: OwnAddress): Promise<AddressRow | null> {
  return (await readOwnAddress(handle, ids))[0] ?? null;
}

export async function lockCustomerOfMobile(tx: Transaction, mobile: string): Promise<CustomerRow | null> {
  return (await tx.select().from(customers).where(eq(customers.mobile, mobile)).for('no key update'))[0] ?? null;
}

export async function listAddresses(handle: Handle, customerId: number): Promise<AddressRow[]> {
  const condition = and(eq(addresses.customerId, customerId), ownAddress(customerId));
  return handle.select().from(addresses).where(condition);
}

export async function deleteAddresses(
  tx: Transaction,
  { customerId, ids }: { customerId: number; ids: number[] },
): Promise<void> {
  await tx.delete(addresses).where(and(eq(addresses.customerId, customerId), isIn(addresses.id, ids)));
}

export async function updateAddress(
  tx: Transaction,
  { customerId, id, values }: { customerId: number; id: number; values: AddressValues & { writtenBy?: null } },
): Promise<void> {
  await tx
    .update(addresses)
    .set(values)
    .where(and(eq(addresses.id, id), eq(addresses.customerId, customerId)));
}

export async function insertAddress(
  tx: Transaction,
  {
    customerId,
    values,
    writtenBy,
    now,
  }: { customerId: number; values: AddressValues; writtenBy: string | null; now: Date },
): Promise<number> {
  const [inserted] = await tx
    .insert(addresses)
    .values({ customerId, ...values, writtenBy, createdAt: now })
    .returning({ id: addresses.id });
  return (inserted as { id: number }).id;
}

export async function updateCustomer(
  handle: Handle,
  customerId: number,
  changes: Partial<Defaults & Pick<CustomerRow, Own>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await handle.update(customers).set(changes).where(eq(customers.id, customerId));
}

type NewCustomer = Omit<typeof customers.$inferInsert, 'id'>;

export async function insertCustomer(handle: Handle, customer: NewCustomer): Promise<number> {
  const [inserted] = await handle.insert(customers).values(customer).returning({ id: customers.id });
  return (inserted as { id: number }).id;
}

export async function findCustomerByEmail(handle: Handle, email: string): Promise<CustomerRow | null> {
  const condition = sql`lower(${customers.email}) = lower(${email})`;
  return (await handle.select().from(customers).where(condition))[0] ?? null;
}

export async function listCustomersByFormerEmail(handle: Handle, email: string): Promise<CustomerRow[]> {
  const condition = and(isNotNull(customers.unprovedEmail), sql`lower(${customers.unprovedEmail}) = lower(${email})`);
  return handle.select().from(customers).where(condition).orderBy(customers.id);
}

export async function isEmailTaken(handle: Handle, email: string): Promise<boolean> {
  const [holder] = await handle
    .select({ id: customers.id })
    .from(customers)
    .where(sql`lower(${customers.email}) = lower(${email})`)
    .limit(1);
  return holder !== undefined;
}

export async function findRegionByMobile(handle: Handle, mobile: string): Promise<number | null> {
  const [home] = await handle
    .select({ regionId: addresses.regionId })
    .from(customers)
    .innerJoin(addresses, eq(addresses.id, customers.defaultShippingId))
    .where(eq(customers.mobile, mobile));
  return home?.regionId ?? null;
}
