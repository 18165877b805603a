import type { Context } from '#server/context.ts';
import { findCustomer } from '#server/domain/customers/queries.ts';
import { isPaymentsError } from '#server/integrations/payments/port.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { keepPaymentCustomer, paymentCustomerRow } from '../stores/payment-customers-store.ts';

/** Creates nothing at the provider. */
export async function paymentCustomerOf(context: Context, customerId: number): Promise<string | null> {
  const { account } = context.integrations.payments;
  return (await paymentCustomerRow(context.database.orm, { customerId, account }))?.providerCustomerId ?? null;
}

/** Creates the customer once and stores the id. */
export async function ensurePaymentCustomer(context: Context, customerId: number): Promise<Result<string>> {
  const { payments } = context.integrations;
  const { orm } = context.database;
  const { account } = payments;
  const row = await paymentCustomerRow(orm, { customerId, account });
  if (row?.providerCustomerId) return row.providerCustomerId;
  const customer = await findCustomer(orm, customerId);
  if (!customer) return appError('not_authorised', { resources: 'self' });
  const newCustomer = {
    customerId,
    name: `${customer.firstname} ${customer.lastname}`,
    email: customer.email,
    phone: customer.mobile,
    // Within a day, Stripe returns the former id for the same request, which no longer works.
    former: row?.formerProviderCustomerId ?? null,
  };
  return orProviderUnavailable(context, async () =>
    keepPaymentCustomer(orm, { customerId, account, providerCustomerId: await payments.createCustomer(newCustomer) }),
  );
}

/** Returns payments_unavailable if the provider does not respond; nothing was charged. */
export async function orProviderUnavailable<T>(context: Context, call: () => Promise<T>): Promise<Result<T>> {
  try {
    return await call();
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.error({ err: error }, 'payment.provider_unanswered');
    return appError('payments_unavailable');
  }
}
