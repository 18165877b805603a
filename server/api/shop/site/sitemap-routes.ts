import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { buildSitemapIndex, buildSitemapPart, PART_SIZE } from '#server/domain/site/sitemap.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { appError } from '#server/platform/kernel/errors.ts';

/** Keeps frequent crawlers cheap. New products may take an hour to appear. */
const KEEP_AN_HOUR = 'public, max-age=3600';
const counted = { schema: { hide: true }, config: { limit: 'reads' } } as const;
const FILE = /^([a-z]+-\d+)\.xml$/;

export function registerSitemap(app: FastifyInstance, context: Context, { partSize = PART_SIZE } = {}): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) => {
    // Does not disallow private pages, because crawlers must fetch them to read their X-Robots-Tag.
    const text = `User-agent: *\nDisallow: /rest/\n\nSitemap: ${context.settings.publicUrl}/sitemap.xml\n`;
    return reply.header('cache-control', KEEP_AN_HOUR).type('text/plain; charset=utf-8').send(text);
  });
  app.get('/sitemap.xml', counted, async (_request, reply) => {
    const index = await buildSitemapIndex(context, partSize);
    return reply.header('cache-control', KEEP_AN_HOUR).type('application/xml; charset=utf-8').send(index);
  });
  app.get<{ Params: { file: string } }>('/sitemap/:file', counted, async (request, reply) => {
    const name = FILE.exec(request.params.file)?.[1];
    const part = name ? await buildSitemapPart(context, name, partSize) : null;
    if (!part) return sendError(reply, appError('no_route'));
    return reply.header('cache-control', KEEP_AN_HOUR).type('application/xml; charset=utf-8').send(part);
  });
}
