import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { setDefaultAddress } from '#server/domain/customers/addresses/set-default.ts';
import { loadCustomerById } from '#server/domain/customers/customer.ts';
import { changeCustomer } from '#server/domain/customers/own-account/change-customer.ts';
import { changeMobile } from '#server/domain/customers/own-account/change-mobile.ts';
import { proveAccount, startAfresh } from '#server/domain/customers/own-account/prove-account.ts';
import { sendEmailCode } from '#server/domain/customers/own-account/send-email-code.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { prepareBrowser, readBrowser } from '#server/platform/http/device-cookie.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';

export function registerAccount(app: FastifyInstance, context: Context): void {
  const { settings } = context;
  defineRoute(app, context, 'GET customers/me', ({ customer }) => loadCustomerById(context, customer.customerId));
  defineRoute(app, context, 'PUT customers/me', ({ customer, unverified, body, request }) => {
    const countOtherEmail = () => app.countOtherEmail(request, customer.customerId);
    return changeCustomer(context, { session: customer, unverified, changes: body.customer, countOtherEmail });
  });
  defineRoute(app, context, 'POST mobiledigital/sendemailcode', async (call) => {
    const { customer: session, body, address } = call;
    const { browser, give } = prepareBrowser({ ...call, settings });
    const result = await sendEmailCode(context, { session, token: body.r_token, address, browser });
    if (!isAppError(result)) give();
    return result;
  });
  defineRoute(app, context, 'POST mobiledigital/changemobile', ({ customer: session, body, request }) => {
    const { jwt, old_jwt: oldJwt, email_code: emailCode } = body;
    const browser = readBrowser({ request, settings });
    return changeMobile(context, { session, browser, jwt, oldJwt, emailCode });
  });
  defineRoute(app, context, 'POST mobiledigital/proveaccount', ({ customer: session, body, request }) =>
    proveAccount(context, { session, browser: readBrowser({ request, settings }), code: body.email_code }),
  );
  defineRoute(app, context, 'POST mobiledigital/startafresh', ({ customer }) => startAfresh(context, customer));
  defineRoute(app, context, 'POST mobiledigital/setdefaultbilling', ({ customer, body }) =>
    setDefaultAddress(context, { customerId: customer.customerId, addressId: body.address_id, use: 'billing' }),
  );
  defineRoute(app, context, 'POST mobiledigital/setdefaultshipping', ({ customer, body }) =>
    setDefaultAddress(context, { customerId: customer.customerId, addressId: body.address_id, use: 'shipping' }),
  );
}
