import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { setDefaultAddress } from './addresses/set-default.ts';
import { changeCustomer } from './change-customer.ts';
import { customerById } from './customer.ts';
import { changeMobile } from './own-account/change-mobile.ts';
import { proveAccount, startAfresh } from './own-account/prove-account.ts';
import { sendEmailCode } from './own-account/send-email-code.ts';

/** The signed-in customer and the address book. */
export function registerAccount(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET customers/me', ({ customer }) => customerById(context, customer.customerId));
  defineRoute(app, context, 'PUT customers/me', ({ customer, body, request }) => {
    const countOtherEmail = () => app.countOtherEmail(request, customer.customerId);
    return changeCustomer(context, { session: customer, changes: body.customer, countOtherEmail });
  });
  defineRoute(app, context, 'POST mobiledigital/sendemailcode', ({ customer, body, address }) =>
    sendEmailCode(context, { customerId: customer.customerId, token: body.r_token, address }),
  );
  defineRoute(app, context, 'POST mobiledigital/changemobile', ({ customer, body }) => {
    const { jwt, old_jwt: oldJwt, email_code: emailCode } = body;
    return changeMobile(context, { ...customer, jwt, oldJwt, emailCode });
  });
  defineRoute(app, context, 'POST mobiledigital/proveaccount', ({ customer, body }) =>
    proveAccount(context, { customerId: customer.customerId, code: body.email_code }),
  );
  defineRoute(app, context, 'POST mobiledigital/startafresh', ({ customer }) => startAfresh(context, customer));
  defineRoute(app, context, 'POST mobiledigital/setdefaultbilling', ({ customer, body }) =>
    setDefaultAddress(context, { customerId: customer.customerId, addressId: body.address_id, use: 'billing' }),
  );
  defineRoute(app, context, 'POST mobiledigital/setdefaultshipping', ({ customer, body }) =>
    setDefaultAddress(context, { customerId: customer.customerId, addressId: body.address_id, use: 'shipping' }),
  );
}
