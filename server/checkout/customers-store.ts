import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '../database/handle.ts';
import { paymentCustomers } from '../database/schema.ts';
import { UNKNOWN_MODE } from '../outside/payments/port.ts';

type Payer = { memberId: number; account: string };
type Name = Payer & { customerId: string };
export type CustomerRow = typeof paymentCustomers.$inferSelect;

const of = ({ memberId, account }: Payer) =>
  and(eq(paymentCustomers.memberId, memberId), eq(paymentCustomers.account, account));

export async function customerRow(handle: Handle, payer: Payer): Promise<CustomerRow | null> {
  return (await handle.select().from(paymentCustomers).where(of(payer)))[0] ?? null;
}

/** Keeps the first name the provider gave; the one kept is answered. */
export async function keepCustomer(handle: Handle, { memberId, account, customerId }: Name): Promise<string> {
  const [row] = await handle
    .insert(paymentCustomers)
    .values({ memberId, account, customerId })
    .onConflictDoUpdate({
      target: [paymentCustomers.memberId, paymentCustomers.account],
      set: { customerId: sql`coalesce(${paymentCustomers.customerId}, ${customerId})` },
    })
    .returning({ customerId: paymentCustomers.customerId });
  return row?.customerId ?? customerId;
}

/** A name of unknown mode turned out to be this account's: it moves there, unless the account has one already. */
export async function adoptCustomer(tx: Transaction, name: Name): Promise<string> {
  const kept = await keepCustomer(tx, name);
  const { memberId, customerId } = name;
  const unknown = and(of({ memberId, account: UNKNOWN_MODE }), eq(paymentCustomers.customerId, customerId));
  if (kept === customerId) await tx.delete(paymentCustomers).where(unknown);
  return kept;
}

/** The provider no longer knows this name: the next payment asks for a new one. */
export async function forgetCustomer(handle: Handle, payer: Payer): Promise<void> {
  const { customerId, formerId } = paymentCustomers;
  await handle
    .update(paymentCustomers)
    .set({ customerId: null, formerId: sql`coalesce(${customerId}, ${formerId})` })
    .where(of(payer));
}
