import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { detectDevice, readUserAgent } from '#server/domain/customers/devices/device.ts';
import {
  addPasskey,
  beginPasskey,
  createChallenge,
  listPasskeys,
  removePasskey,
} from '#server/domain/customers/passkeys/passkeys.ts';
import { signInByPasskey } from '#server/domain/customers/passkeys/sign-in-by-passkey.ts';
import { requestOptions } from '#server/domain/customers/passkeys/webauthn.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { prepareBrowser, readBrowser } from '#server/platform/http/device-cookie.ts';

export function registerPasskeys(app: FastifyInstance, context: Context): void {
  const { settings } = context;
  defineRoute(app, context, 'GET mobiledigital/passkeys', async ({ customer }) => ({
    status: true,
    passkeys: await listPasskeys(context, customer.customerId),
  }));
  defineRoute(app, context, 'POST mobiledigital/newpasskey', ({ customer: session, request }) =>
    beginPasskey(context, { session, browser: readBrowser({ request, settings }) }),
  );
  defineRoute(app, context, 'POST mobiledigital/addpasskey', ({ customer: session, body, request }) => {
    const browser = readBrowser({ request, settings });
    return addPasskey(context, { session, browser, credential: body.credential, userAgent: readUserAgent(request) });
  });
  defineRoute(app, context, 'POST mobiledigital/removepasskey', ({ customer: session, body }) =>
    removePasskey(context, { session, id: body.id }),
  );
  defineRoute(app, context, 'POST mobiledigital/passkeychallenge', async ({ request, reply }) => {
    const { browser, give } = prepareBrowser({ request, reply, settings });
    const challenge = await createChallenge(context, { customerId: null, browser });
    give();
    return { status: true, options: requestOptions(settings, challenge) };
  });
  defineRoute(app, context, 'POST mobiledigital/passkeysignin', ({ body, request }) =>
    signInByPasskey(context, {
      credential: body.credential,
      browser: readBrowser({ request, settings }),
      device: detectDevice(readUserAgent(request)),
    }),
  );
}
