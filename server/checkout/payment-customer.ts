import type { Context } from '../context.ts';
import { type Failure, failure } from '../http/failures.ts';
import { isPaymentsUnreachable } from '../outside/payments/port.ts';
import { customerRow, keepCustomer } from './customers-store.ts';
import { memberById } from './store.ts';

/** The provider's name for a member, asked for once and kept. */
export async function ensurePaymentCustomer(context: Context, memberId: number): Promise<string | Failure> {
  const { payments } = context.outside;
  const { orm } = context.database;
  const { account } = payments;
  const known = await customerRow(orm, { memberId, account });
  if (known?.customerId) return known.customerId;
  const member = await memberById(orm, memberId);
  if (!member) return failure('not_authorised', { resources: 'self' });
  const asked = {
    memberId,
    name: `${member.firstname} ${member.lastname}`,
    email: member.email,
    phone: member.mobile,
    former: known?.formerId ?? null,
  };
  return whileAnswering(context, async () =>
    keepCustomer(orm, { memberId, account, customerId: await payments.createCustomer(asked) }),
  );
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
