import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendError } from '#server/platform/http/define-route.ts';
import { fileHeaders } from '#server/platform/http/security.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import type {
  PictureFormat,
  PictureQuery,
  PictureWidth,
  RenderedPicture,
  Resizer,
} from '#server/platform/pictures/resize.ts';
import { FORMATS, WIDTHS } from '#server/platform/pictures/resize.ts';

const ID = /^[a-z0-9][a-z0-9-]{0,80}$/;
const FILE = /^(\d{1,4})\.([a-z]{3,4})$/;
const VERSION = /^[A-Za-z0-9._-]{1,80}$/;

const KEEP_FOREVER = 'public, max-age=31536000, immutable';
/** A URL without the current version may later return different bytes. */
const KEEP_AN_HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

export function registerPictures(app: FastifyInstance, { resizer }: { resizer: Resizer }): void {
  app.get<{ Params: { id: string; file: string }; Querystring: { v?: unknown } }>(
    '/media/:id/:file',
    { helmet: fileHeaders },
    async (request, reply) => {
      const query = parseQuery(request.params, request.query.v);
      const picture = query && (await resizer.render(query));
      if (!picture) return sendError(reply, appError('picture_unknown'));
      setPictureHeaders(reply, query, picture);
      const etags = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
      if (etags.some((etag) => etag.replace(/^W\//, '') === picture.etag)) return reply.code(304).send();
      return reply.send(picture.bytes);
    },
  );
}

function setPictureHeaders(reply: FastifyReply, query: PictureQuery, picture: RenderedPicture): void {
  reply.header('content-type', picture.contentType);
  reply.header('cache-control', query.version === picture.version ? KEEP_FOREVER : KEEP_AN_HOUR);
  reply.header('etag', picture.etag);
  reply.header('x-content-type-options', 'nosniff');
  // Allows cross-origin requests, because carriers and link previews fetch JPEGs.
  if (query.format === 'jpg') reply.header('cross-origin-resource-policy', 'cross-origin');
}

function parseQuery({ id, file }: { id: string; file: string }, v: unknown): PictureQuery | null {
  const [, digits = '', format = ''] = FILE.exec(file) ?? [];
  const width = WIDTHS.find((allowed) => String(allowed) === digits) satisfies PictureWidth | undefined;
  const allowedFormat = FORMATS.find((allowed) => allowed === format) satisfies PictureFormat | undefined;
  if (!ID.test(id) || !width || !allowedFormat) return null;
  return { id, width, format: allowedFormat, version: typeof v === 'string' && VERSION.test(v) ? v : undefined };
}
