import type { Context } from '#server/context.ts';
import { matchesAccount } from '#server/integrations/payments/port.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import * as store from './stores/erased-orders-store.ts';

/** Tax law requires orders to be kept for five years, and by companies for seven. */
const ORDERS_KEPT_YEARS = 7;

export async function listOpenOrders(handle: Handle, customerId: number): Promise<string[]> {
  const open = await store.openOrders(handle, customerId);
  return open.map(
    ({ number, why: reason }) =>
      `Order ${number === null ? 'without a number' : String(number).padStart(9, '0')}: ${reason}.`,
  );
}

/**
 * Deletes the customer and the saved cards at the provider. Returns the accounts whose keys are missing here: their
 * owners must delete the customer there. Idempotent.
 */
export async function deleteAtProvider(
  { database, integrations: { payments } }: Pick<Context, 'database' | 'integrations'>,
  customerId: number,
): Promise<string[]> {
  const left: string[] = [];
  for (const { account, providerCustomerId } of await store.listPaymentCustomers(database.orm, customerId)) {
    if (matchesAccount(account, payments)) await payments.deleteCustomer(providerCustomerId);
    else if (account !== 'sandbox') left.push(`${providerCustomerId} (${account})`);
  }
  return left;
}

/** Removes personal data from the customer's orders, but keeps what was sold, amounts and tax. */
export async function anonymiseOrders(tx: Transaction, customerId: number): Promise<void> {
  await store.anonymiseOrders(tx, customerId);
  await store.deletePaymentCustomers(tx, customerId);
}

export async function purgeOrders({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = clock.now();
  before.setUTCFullYear(before.getUTCFullYear() - ORDERS_KEPT_YEARS);
  await store.anonymiseOrdersBefore(database.orm, before);
}
