import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import {
  drawLatest,
  listChangedPasses,
  provePass,
  registerDevice,
  unregisterDevice,
} from '#server/domain/gift-cards/passes/registered-passes.ts';
import type { ApplePasses } from '#server/integrations/passes/port.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import type { createLimiter } from '#server/platform/kernel/concurrency.ts';
import { appError } from '#server/platform/kernel/errors.ts';

type Options = { apple: ApplePasses; limit: ReturnType<typeof createLimiter> };

const REGISTRATIONS = '/v1/devices/:device/registrations/:passType';
const withToken = { schema: { hide: true }, config: { limit: 'pass tokens' } } as const;
const withoutToken = { schema: { hide: true }, config: { limit: 'passes' } } as const;

/** The push token becomes part of a URL, so it may contain only hex digits. */
const deviceId = z.string().regex(/^[\w.-]{1,100}$/);
const registration = z.object({ pushToken: z.string().regex(/^[0-9a-f]{16,200}$/i) });
const logs = z.object({ logs: z.array(z.string()) });

type Params = { device: string; passType: string; serial: string };
type PassRequest = FastifyRequest<{ Params: Params; Querystring: { passesUpdatedSince?: unknown } }>;

/**
 * Serves Apple's web service at each pass's webServiceURL: a device registers, receives a push, asks which passes
 * changed and fetches them.
 */
export function registerDevices(app: FastifyInstance, context: Context, { apple, limit }: Options): void {
  const prove = async ({ params, headers }: PassRequest) => {
    const token = /^ApplePass (\w{1,200})$/.exec(headers.authorization ?? '')?.[1] ?? '';
    return params.passType === apple.passTypeId ? provePass(context, { passId: params.serial, token }) : null;
  };

  const refuse = async (request: PassRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await app.noteRefused(request, null, 'pass');
    return sendError(reply, appError('not_authorised', { resources: 'self' }));
  };

  app.post(`${REGISTRATIONS}/:serial`, withToken, async (request: PassRequest, reply) => {
    const [pass, device] = [await prove(request), deviceId.safeParse(request.params.device)];
    if (!pass) return refuse(request, reply);
    const body = registration.safeParse(request.body);
    if (!device.success) return sendError(reply, appError('field_invalid', { fieldName: 'device' }));
    if (!body.success) return sendError(reply, appError('field_invalid', { fieldName: 'pushToken' }));
    const { pushToken } = body.data;
    const isNew = await registerDevice(context, { passId: pass.passId, deviceId: device.data, pushToken });
    return reply.code(isNew ? 201 : 200).send();
  });

  app.delete(`${REGISTRATIONS}/:serial`, withToken, async (request: PassRequest, reply) => {
    const pass = await prove(request);
    if (!pass) return refuse(request, reply);
    await unregisterDevice(context, { passId: pass.passId, deviceId: request.params.device });
    return reply.send();
  });

  // Apple sends no token here. The device id is equally hard to guess, and the response contains only pass ids.
  app.get(REGISTRATIONS, withoutToken, async ({ params, query }: PassRequest, reply) => {
    const since = typeof query.passesUpdatedSince === 'string' ? query.passesUpdatedSince : '';
    const changed =
      params.passType === apple.passTypeId
        ? await listChangedPasses(context, { deviceId: params.device, since })
        : null;
    if (!changed || changed.passIds.length === 0) return reply.code(204).send();
    return reply.send({ serialNumbers: changed.passIds, lastUpdated: changed.tag });
  });

  app.get('/v1/passes/:passType/:serial', withToken, async (request: PassRequest, reply) => {
    const pass = await prove(request);
    if (!pass) return refuse(request, reply);
    // Sets the date before drawing the pass, so that a change during drawing gets a later date.
    reply.header('last-modified', pass.changedAt.toUTCString());
    if (pass.changedAt.getTime() <= Date.parse(request.headers['if-modified-since'] ?? ''))
      return reply.code(304).send();
    return sendPass(reply, await limit(() => drawLatest(context, pass)));
  });

  app.post('/v1/log', withoutToken, async (request, reply) => {
    const body = logs.safeParse(request.body);
    if (body.success && body.data.logs.length > 0)
      context.log.warn({ messages: body.data.logs.slice(0, MAX_LOGS).map(redactIds) }, 'apple_pass.device_log');
    return reply.send();
  });
}

export function sendPass(reply: FastifyReply, file: Buffer | null): FastifyReply {
  reply.header('content-disposition', 'inline; filename="gift-card.pkpass"');
  return reply.type('application/vnd.apple.pkpass').send(file);
}

const MAX_LOGS = 10;
const LONGEST_LOG = 300;

/** Removes URLs and ids from a device's message, because they must not be logged. */
function redactIds(message: string): string {
  return message
    .slice(0, LONGEST_LOG)
    .replace(/https?:\S+/g, '[address]')
    .replace(/[\w-]{16,}/g, '[id]');
}
