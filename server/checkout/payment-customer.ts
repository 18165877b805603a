import type { Context } from '../context.ts';
import { type Failure, failure } from '../http/failures.ts';
import { isPaymentsUnreachable } from '../outside/payments/port.ts';
import { keepPaymentCustomer, memberById } from './store.ts';

/** The provider's name for a member, asked for once and kept. */
export async function ensurePaymentCustomer(context: Context, memberId: number): Promise<string | Failure> {
  const member = await memberById(context.database.orm, memberId);
  if (!member) return failure('not_authorised', { resources: 'self' });
  if (member.paymentCustomerId) return member.paymentCustomerId;
  try {
    const customerId = await context.outside.payments.createCustomer({
      memberId,
      name: `${member.firstname} ${member.lastname}`,
      email: member.email,
      phone: member.mobile,
    });
    return await keepPaymentCustomer(context.database.orm, { memberId, customerId });
  } catch (error) {
    if (!isPaymentsUnreachable(error)) throw error;
    context.log.error({ err: error }, 'the payment provider did not answer');
    return failure('payment_unsettled');
  }
}
