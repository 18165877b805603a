import { and, eq, sql } from 'drizzle-orm';
import type { Handle } from '../../database/handle.ts';
import { paymentCustomers } from '../../database/schema/schema.ts';
import type { PaymentAccount } from '../../kernel/payment-accounts.ts';

type Key = { customerId: number; account: PaymentAccount };
type PaymentCustomerRow = typeof paymentCustomers.$inferSelect;

const sameRow = ({ customerId, account }: Key) =>
  and(eq(paymentCustomers.customerId, customerId), eq(paymentCustomers.account, account));

export async function paymentCustomerRow(handle: Handle, key: Key): Promise<PaymentCustomerRow | null> {
  return (await handle.select().from(paymentCustomers).where(sameRow(key)))[0] ?? null;
}

/** Keeps the first id the provider gave; returns the one kept. */
export async function keepPaymentCustomer(
  handle: Handle,
  { customerId, account, providerCustomerId }: Key & { providerCustomerId: string },
): Promise<string> {
  const [kept] = await handle
    .insert(paymentCustomers)
    .values({ customerId, account, providerCustomerId })
    .onConflictDoUpdate({
      target: [paymentCustomers.customerId, paymentCustomers.account],
      set: { providerCustomerId: sql`coalesce(${paymentCustomers.providerCustomerId}, ${providerCustomerId})` },
    })
    .returning({ providerCustomerId: paymentCustomers.providerCustomerId });
  return kept?.providerCustomerId ?? providerCustomerId;
}

/** The provider no longer knows this customer: the next payment asks for a new id. */
export async function clearPaymentCustomer(handle: Handle, key: Key): Promise<void> {
  const { providerCustomerId, formerProviderCustomerId } = paymentCustomers;
  await handle
    .update(paymentCustomers)
    .set({
      providerCustomerId: null,
      formerProviderCustomerId: sql`coalesce(${providerCustomerId}, ${formerProviderCustomerId})`,
    })
    .where(sameRow(key));
}
