import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { changeCustomer } from './change-customer.ts';
import { customerById } from './customer.ts';
import { setDefaultAddress } from './set-default.ts';

/** The signed-in customer and the address book. */
export function registerAccount(app: FastifyInstance, context: Context): void {
  serve(app, context, 'GET customers/me', ({ member }) => customerById(context, member.memberId));
  serve(app, context, 'PUT customers/me', ({ member, body }) =>
    changeCustomer(context, { memberId: member.memberId, changes: body.customer }),
  );
  serve(app, context, 'POST mobiledigital/setdefaultbilling', ({ member, body }) =>
    setDefaultAddress(context, { memberId: member.memberId, addressId: body.address_id, use: 'billing' }),
  );
  serve(app, context, 'POST mobiledigital/setdefaultshipping', ({ member, body }) =>
    setDefaultAddress(context, { memberId: member.memberId, addressId: body.address_id, use: 'shipping' }),
  );
}
