import { and, eq, sql } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import { paymentCustomers } from '../database/schema.ts';

type Payer = { memberId: number; account: string };
export type CustomerRow = typeof paymentCustomers.$inferSelect;

export async function customerRow(handle: Handle, { memberId, account }: Payer): Promise<CustomerRow | null> {
  const same = and(eq(paymentCustomers.memberId, memberId), eq(paymentCustomers.account, account));
  return (await handle.select().from(paymentCustomers).where(same))[0] ?? null;
}

export async function knownCustomer(handle: Handle, payer: Payer): Promise<string | null> {
  return (await customerRow(handle, payer))?.customerId ?? null;
}

/** Keeps the first name the provider gave; the one kept is answered. */
export async function keepCustomer(handle: Handle, wish: Payer & { customerId: string }): Promise<string> {
  const [row] = await handle
    .insert(paymentCustomers)
    .values(wish)
    .onConflictDoUpdate({
      target: [paymentCustomers.memberId, paymentCustomers.account],
      set: { customerId: sql`coalesce(${paymentCustomers.customerId}, ${wish.customerId})` },
    })
    .returning({ customerId: paymentCustomers.customerId });
  return row?.customerId ?? wish.customerId;
}

/** The provider no longer knows this name: the next payment asks for a new one. */
export async function forgetCustomer(handle: Handle, { memberId, account }: Payer): Promise<void> {
  const same = and(eq(paymentCustomers.memberId, memberId), eq(paymentCustomers.account, account));
  const { customerId, formerId } = paymentCustomers;
  await handle
    .update(paymentCustomers)
    .set({ customerId: null, formerId: sql`coalesce(${customerId}, ${formerId})` })
    .where(same);
}
