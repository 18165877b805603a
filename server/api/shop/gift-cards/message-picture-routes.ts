import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { findPicture } from '#server/domain/gift-cards/delivery/compose-messages.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { appError } from '#server/platform/kernel/errors.ts';

/** Serves message pictures under unguessable names, which stay valid as long as the gift card. */
export function registerPictureMessages(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { name: string } }>(
    '/picture-messages/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const name = /^([\w-]{24})\.jpg$/.exec(request.params.name)?.[1];
      const jpeg = name ? await findPicture(context, name) : null;
      if (!jpeg) return sendError(reply, appError('no_route'));
      reply.headers({
        'cache-control': 'private, max-age=604800, immutable',
        'content-length': jpeg.byteLength,
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      });
      return reply.type('image/jpeg').send(Buffer.from(jpeg));
    },
  );
}
