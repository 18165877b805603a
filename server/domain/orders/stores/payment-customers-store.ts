import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { paymentCustomers } from '#server/platform/database/schema/schema.ts';
import { defineStatement, type Place } from '#server/platform/database/statement.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';

type Key = { customerId: number; account: PaymentAccount };
type PaymentCustomerRow = typeof paymentCustomers.$inferSelect;

const matchesKey = ({ customerId, account }: Key | Record<keyof Key, SQL>) =>
  and(eq(paymentCustomers.customerId, customerId), eq(paymentCustomers.account, account));

const readRow = defineStatement((on, place: Place<Key>) =>
  on
    .select()
    .from(paymentCustomers)
    .where(matchesKey({ customerId: place('customerId'), account: place('account') })),
);

export async function findPaymentCustomer(handle: Handle, key: Key): Promise<PaymentCustomerRow | null> {
  return (await readRow(handle, key))[0] ?? null;
}

/**
 * Stores the provider's customer id unless one is stored, and returns the stored id. Uses two statements, because an
 * `on conflict` action waits on only one unique index, and concurrent first payments with the same id would violate the
 * other.
 */
export async function recordPaymentCustomer(
  handle: Handle,
  { customerId, account, providerCustomerId }: Key & { providerCustomerId: string },
): Promise<string> {
  const { providerCustomerId: storedId } = paymentCustomers;
  await handle.insert(paymentCustomers).values({ customerId, account, providerCustomerId }).onConflictDoNothing();
  const [row] = await handle
    .update(paymentCustomers)
    .set({ providerCustomerId: sql`coalesce(${storedId}, ${providerCustomerId})` })
    .where(matchesKey({ customerId, account }))
    .returning({ storedId });
  if (!row?.storedId) throw new Error(`The provider's customer id ${providerCustomerId} belongs to another customer.`);
  return row.storedId;
}

/** Clears the provider's customer id, so that the next payment requests a new one. */
export async function clearPaymentCustomer(handle: Handle, key: Key): Promise<void> {
  const { providerCustomerId, formerProviderCustomerId } = paymentCustomers;
  await handle
    .update(paymentCustomers)
    .set({
      providerCustomerId: null,
      formerProviderCustomerId: sql`coalesce(${providerCustomerId}, ${formerProviderCustomerId})`,
    })
    .where(matchesKey(key));
}
