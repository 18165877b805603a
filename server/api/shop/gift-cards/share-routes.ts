import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { createLimiter, createSingleFlight } from '#server/platform/kernel/concurrency.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import { composeSharePicture } from '#server/platform/pictures/message/share-picture.ts';
import { findPictureSource } from '#server/platform/pictures/picture-source.ts';

const FILE = /^([a-z0-9][a-z0-9-]{0,80})\.jpg$/;

/** Increment this when the composition changes, so that stored pictures are composed again. */
const RECIPE = 1;
const COMPOSED_AT_ONCE = 2;

const KEEP_FOREVER = 'public, max-age=31536000, immutable';
const KEEP_A_DAY = 'public, max-age=86400, stale-while-revalidate=604800';

/**
 * Serves the 1200 x 630 preview picture of a link at `GET /share/:pictureId.jpg?v=version`. It is made only from the
 * product's picture, so it reveals nothing about a card.
 */
export function registerShare(app: FastifyInstance, context: Context): void {
  const compose = createShareComposer(context);
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    '/share/:file',
    { schema: { hide: true }, config: { limit: 'reads' } },
    async (request, reply) => {
      const id = FILE.exec(request.params.file)?.[1];
      const picture = id ? await compose(id) : null;
      if (!picture) return sendError(reply, appError('no_route'));
      reply.headers({
        'cache-control': request.query.v === picture.version ? KEEP_FOREVER : KEEP_A_DAY,
        // Messengers load the picture cross-origin.
        'cross-origin-resource-policy': 'cross-origin',
      });
      return reply.type('image/jpeg').send(picture.jpeg);
    },
  );
}

type SharePicture = { jpeg: Buffer; version: string };

/** Composes each picture once and stores it. A storage error does not fail the request. */
function createShareComposer({ database, integrations, log }: Context): (id: string) => Promise<SharePicture | null> {
  const { files } = integrations;
  const composeOnce = createSingleFlight<Buffer>();
  const limit = createLimiter({ concurrency: COMPOSED_AT_ONCE, maxWaiting: 50, waitMs: 20_000 });
  const warn = (error: unknown): null => {
    log.warn({ err: error }, 'gift_card.share_cache_unavailable');
    return null;
  };
  return async (id) => {
    const source = await findPictureSource(database, id);
    if (!source) return null;
    const { version, ground } = source;
    const facts = JSON.stringify(['share', RECIPE, id, version, ground]);
    const name = `${createHash('sha256').update(facts).digest('hex')}.jpg`;
    const jpeg = await composeOnce(name, async () => {
      const storedPicture = await files.read(name).catch(warn);
      if (storedPicture?.length) return storedPicture;
      const newPicture = await limit(() => composeSharePicture({ cardArt: source, ground }));
      await files.write(name, newPicture).catch(warn);
      return newPicture;
    });
    return { jpeg, version };
  };
}
