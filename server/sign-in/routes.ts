import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { tooMany } from '../http/failures.ts';
import { serve } from '../http/serve.ts';
import { authenticate } from './authenticate.ts';
import { confirmMobileCode } from './confirm-code.ts';
import { createAccount } from './create-account.ts';
import { isEmailAvailable } from './email-available.ts';
import { sendMobileCode } from './send-code.ts';
import { senderOf } from './sender.ts';
import { closeSession } from './sessions.ts';
import { createTally } from './tally.ts';

/** Enough for a school that registers behind one address, too few to try a list of emails. */
const EMAIL_QUESTIONS = { most: 120, windowMs: 10 * 60_000 };

/** Sign-in, registration and sign-out. */
export function registerSignIn(app: FastifyInstance, context: Context): void {
  serve(app, context, 'POST mobiledigital/sendmobilecode', ({ body, address }) =>
    sendMobileCode(context, { mobile: body.mobile, token: body.r_token, address }),
  );
  serve(app, context, 'POST mobiledigital/confirmmobilecode', ({ body, address }) => {
    const { mobile, code, expired, expired_jwt: expiredJwt, r_token: token } = body;
    return confirmMobileCode(context, { mobile, code, expired, expiredJwt, token, address });
  });
  serve(app, context, 'POST mobiledigital/auth', ({ body, address }) =>
    authenticate(context, { jwt: body.jwt, address }),
  );
  serve(app, context, 'POST mobiledigital/createAccount', ({ body, address, idempotency }) =>
    createAccount(context, { registration: body, address, idempotency }),
  );
  serve(app, context, 'POST mobiledigital/signout', async ({ member }) => {
    await closeSession(context, member.tokenHash);
    return { status: true };
  });
  const toWait = createTally({ ...EMAIL_QUESTIONS, clock: context.clock });
  serve(app, context, 'POST customers/isEmailAvailable', async ({ body, address }) => {
    const wait = toWait(senderOf(address));
    return wait > 0 ? tooMany(wait) : isEmailAvailable(context, body.customerEmail);
  });
}
