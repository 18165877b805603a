import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { detectDevice, readUserAgent } from '#server/domain/customers/devices/device.ts';
import { recoverAccount } from '#server/domain/customers/own-account/change-mobile.ts';
import { sendRecoveryCode } from '#server/domain/customers/own-account/send-email-code.ts';
import { createAccount } from '#server/domain/customers/registration/create-account.ts';
import { isEmailAvailable } from '#server/domain/customers/registration/email-available.ts';
import { closeSession, endNamedSessions, listSessions } from '#server/domain/customers/sessions/sessions.ts';
import { authenticate } from '#server/domain/customers/sign-in/authenticate.ts';
import { confirmMobileCode } from '#server/domain/customers/sign-in/confirm-code.ts';
import { sendMobileCode } from '#server/domain/customers/sign-in/send-code.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { prepareBrowser, readBrowser } from '#server/platform/http/device-cookie.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';

export function registerSignIn(app: FastifyInstance, context: Context): void {
  const { settings } = context;
  defineRoute(app, context, 'POST mobiledigital/sendmobilecode', async ({ body, address, request, reply }) => {
    const { browser, give } = prepareBrowser({ request, reply, settings });
    const result = await sendMobileCode(context, { mobile: body.mobile, token: body.r_token, address, browser });
    if (!isAppError(result)) give();
    return result;
  });
  defineRoute(app, context, 'POST mobiledigital/confirmmobilecode', ({ body, address, request }) => {
    const { mobile, code, expired, expired_jwt: expiredJwt, r_token: token } = body;
    const browser = readBrowser({ request, settings });
    return confirmMobileCode(context, { mobile, code, expired, expiredJwt, token, address, browser });
  });
  defineRoute(app, context, 'POST mobiledigital/auth', async ({ body, address, request, reply }) => {
    const { browser, give } = prepareBrowser({ request, reply, settings });
    const answer = await authenticate(context, {
      jwt: body.jwt,
      address,
      browser,
      device: detectDevice(readUserAgent(request)),
    });
    if (!isAppError(answer)) give();
    return answer;
  });
  defineRoute(app, context, 'POST mobiledigital/createAccount', ({ body, address, request, idempotency }) =>
    createAccount(context, {
      registration: body,
      address,
      browser: readBrowser({ request, settings }),
      idempotency,
    }),
  );
  defineRoute(app, context, 'POST mobiledigital/sendrecoverycode', async ({ body, address, request, reply }) => {
    const { browser, give } = prepareBrowser({ request, reply, settings });
    const result = await sendRecoveryCode(context, { email: body.email, token: body.r_token, address, browser });
    if (!isAppError(result)) give();
    return result;
  });
  defineRoute(app, context, 'POST mobiledigital/recoveraccount', ({ body, request }) => {
    const { jwt, email, email_code: emailCode, take_mobile: takeMobile } = body;
    return recoverAccount(context, { jwt, email, browser: readBrowser({ request, settings }), emailCode, takeMobile });
  });
  defineRoute(app, context, 'GET mobiledigital/sessions', async ({ customer }) => ({
    status: true,
    sessions: await listSessions(context, customer),
  }));
  defineRoute(app, context, 'POST mobiledigital/endsessions', ({ customer: session, body }) =>
    endNamedSessions(context, { session, ids: body.ids }),
  );
  defineRoute(app, context, 'POST mobiledigital/signout', async ({ customer, body }) => {
    await closeSession(context, customer, { keepLinks: body.keep_links });
    return { status: true };
  });
  defineRoute(app, context, 'POST customers/isEmailAvailable', ({ body }) =>
    isEmailAvailable(context, body.customerEmail),
  );
}
