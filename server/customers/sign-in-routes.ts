import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { clientKeyOf } from '../kernel/client-key.ts';
import { tooMany } from '../kernel/errors.ts';
import { createRateLimiter } from '../kernel/rate-limiter.ts';
import { createAccount } from './registration/create-account.ts';
import { isEmailAvailable } from './registration/email-available.ts';
import { closeSession } from './sessions/sessions.ts';
import { authenticate } from './sign-in/authenticate.ts';
import { confirmMobileCode } from './sign-in/confirm-code.ts';
import { sendMobileCode } from './sign-in/send-code.ts';

/** Enough for a school that registers behind one address, too few to try a list of emails. */
const EMAIL_QUESTIONS = { most: 120, windowMs: 10 * 60_000 };

/** Sign-in, registration and sign-out. */
export function registerSignIn(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'POST mobiledigital/sendmobilecode', ({ body, address }) =>
    sendMobileCode(context, { mobile: body.mobile, token: body.r_token, address }),
  );
  defineRoute(app, context, 'POST mobiledigital/confirmmobilecode', ({ body, address }) => {
    const { mobile, code, expired, expired_jwt: expiredJwt, r_token: token } = body;
    return confirmMobileCode(context, { mobile, code, expired, expiredJwt, token, address });
  });
  defineRoute(app, context, 'POST mobiledigital/auth', ({ body, address }) =>
    authenticate(context, { jwt: body.jwt, address }),
  );
  defineRoute(app, context, 'POST mobiledigital/createAccount', ({ body, address, idempotency }) =>
    createAccount(context, { registration: body, address, idempotency }),
  );
  defineRoute(app, context, 'POST mobiledigital/signout', async ({ customer }) => {
    await closeSession(context, customer.tokenHash);
    return { status: true };
  });
  const toWait = createRateLimiter({ ...EMAIL_QUESTIONS, clock: context.clock });
  defineRoute(app, context, 'POST customers/isEmailAvailable', async ({ body, address }) => {
    const wait = toWait(clientKeyOf(address));
    return wait > 0 ? tooMany(wait) : isEmailAvailable(context, body.customerEmail);
  });
}
