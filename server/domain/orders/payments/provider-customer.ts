import type { Context } from '#server/context.ts';
import { findCustomer } from '#server/domain/customers/queries.ts';
import { isPaymentsError } from '#server/integrations/payments/port.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { findPaymentCustomer, recordPaymentCustomer } from '../stores/payment-customers-store.ts';

/** Returns the customer's id at the provider, or null. Does not create a customer there. */
export async function findProviderCustomerId(context: Context, customerId: number): Promise<string | null> {
  const { account } = context.integrations.payments;
  return (await findPaymentCustomer(context.database.orm, { customerId, account }))?.providerCustomerId ?? null;
}

export async function ensureProviderCustomer(context: Context, customerId: number): Promise<Result<string>> {
  const { payments } = context.integrations;
  const { orm } = context.database;
  const { account } = payments;
  const row = await findPaymentCustomer(orm, { customerId, account });
  if (row?.providerCustomerId) return row.providerCustomerId;
  const customer = await findCustomer(orm, customerId);
  if (!customer) return appError('not_authorised', { resources: 'self' });
  const newCustomer = {
    customerId,
    name: `${customer.firstname} ${customer.lastname}`,
    email: customer.email,
    phone: customer.mobile,
    // Changes the idempotency key: for a day, Stripe answers the same key with the former id, which no longer works.
    former: row?.formerProviderCustomerId ?? null,
  };
  return callPaymentProvider(context, async () =>
    recordPaymentCustomer(orm, { customerId, account, providerCustomerId: await payments.createCustomer(newCustomer) }),
  );
}

/** Returns payments_unavailable if the provider does not respond; nothing was charged. */
export async function callPaymentProvider<T>(context: Context, call: () => Promise<T>): Promise<Result<T>> {
  try {
    return await call();
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.error({ err: error }, 'payment.provider_unanswered');
    return appError('payments_unavailable');
  }
}
