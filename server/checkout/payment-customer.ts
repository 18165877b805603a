import type { Context } from '../context.ts';
import { type Failure, failure, isFailure } from '../http/failures.ts';
import { isPaymentsUnreachable, UNKNOWN_MODE } from '../outside/payments/port.ts';
import { adoptCustomer, customerRow, keepCustomer } from './customers-store.ts';
import { memberById } from './store.ts';

/**
 * The provider's name for a member under the account in use; null where there is none. One of unknown mode is used only once the provider
 * has said that it is its own; else it stays kept, for the mode it may be of. Makes nothing there; throws while the provider is silent.
 */
export async function paymentCustomerOf(context: Context, memberId: number): Promise<string | null> {
  const { payments } = context.outside;
  const { orm } = context.database;
  const { account } = payments;
  const own = await customerRow(orm, { memberId, account });
  if (own?.customerId || payments.name !== 'stripe') return own?.customerId ?? null;
  const customerId = (await customerRow(orm, { memberId, account: UNKNOWN_MODE }))?.customerId;
  if (!customerId || !(await payments.hasCustomer(customerId))) return null;
  return context.database.transaction((tx) => adoptCustomer(tx, { memberId, account, customerId }));
}

/** The same for a shopper who looks: a provider that is silent is a failure in plain words. */
export function findPaymentCustomer(context: Context, memberId: number): Promise<string | null | Failure> {
  return whileAnswering(context, () => paymentCustomerOf(context, memberId));
}

/** The provider's name for a member who pays or saves a card, asked for once and kept. */
export async function ensurePaymentCustomer(context: Context, memberId: number): Promise<string | Failure> {
  const { payments } = context.outside;
  const { orm } = context.database;
  const { account } = payments;
  const known = await findPaymentCustomer(context, memberId);
  if (isFailure(known) || known !== null) return known;
  const member = await memberById(orm, memberId);
  if (!member) return failure('not_authorised', { resources: 'self' });
  const asked = {
    memberId,
    name: `${member.firstname} ${member.lastname}`,
    email: member.email,
    phone: member.mobile,
    former: await formerName(context, memberId),
  };
  return whileAnswering(context, async () =>
    keepCustomer(orm, { memberId, account, customerId: await payments.createCustomer(asked) }),
  );
}

/** A provider asked the same again within a day answers the name it gave before, which is of no use any more. */
async function formerName(context: Context, memberId: number): Promise<string | null> {
  const { orm } = context.database;
  const own = await customerRow(orm, { memberId, account: context.outside.payments.account });
  const unknown = await customerRow(orm, { memberId, account: UNKNOWN_MODE });
  return own?.formerId ?? unknown?.customerId ?? null;
}

/** Nothing was reserved or charged yet, and the shopper is told so. */
export async function whileAnswering<T>(context: Context, ask: () => Promise<T>): Promise<T | Failure> {
  try {
    return await ask();
  } catch (error) {
    if (!isPaymentsUnreachable(error)) throw error;
    context.log.error({ err: error }, 'the payment provider did not answer');
    return failure('payments_unavailable');
  }
}
