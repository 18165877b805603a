import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import { registerPictures } from './api/shop/catalogue/picture-routes.ts';
import { registerShopCalls } from './api/shop/register-shop-calls.ts';
import { registerCounter } from './api/till/counter-routes.ts';
import type { Context } from './context.ts';
import { browseProducts, findNewestProduct, listOccasions } from './domain/catalogue/listing/browse.ts';
import { isCatalogueCall, readShownProductIds } from './domain/catalogue/listing/cached-calls.ts';
import { createSessions, registerSessions } from './domain/customers/sessions/sessions.ts';
import { authenticateCounter } from './domain/sellers/keys/counter-keys.ts';
import { buildShopSettings } from './domain/site/shop-settings.ts';
import { registerApiDescription } from './platform/http/api-description/api-description.ts';
import { registerDocsPage } from './platform/http/api-description/docs-page.ts';
import { registerCallLimits } from './platform/http/call-limits.ts';
import { registerCleanText } from './platform/http/clean-text.ts';
import { registerClock } from './platform/http/clock-route.ts';
import { ownAnswers, registerErrors } from './platform/http/errors.ts';
import { registerHealth } from './platform/http/health.ts';
import { resolveRequestKind } from './platform/http/load/request-kind.ts';
import { registerMetrics } from './platform/http/metrics/metrics.ts';
import { registerTraces } from './platform/http/metrics/traces.ts';
import { nobodyIsFound } from './platform/http/principal.ts';
import { parseTrustedProxies, resolveSenderAddress } from './platform/http/proxies/trusted-proxies.ts';
import { createRequestIds, registerRequestIds } from './platform/http/request-ids.ts';
import { parseCallPath } from './platform/http/response-cache/cache-query.ts';
import { askApp, createCachedServer } from './platform/http/response-cache/cached-server.ts';
import { createResponseCache } from './platform/http/response-cache/response-cache.ts';
import { answerUnreadable, registerSecurity } from './platform/http/security.ts';
import { createSocketNotes } from './platform/http/security-log.ts';
import { registerWebApp } from './platform/http/web-app/web-app.ts';
import { findPictureSource } from './platform/pictures/picture-source.ts';
import { createResizer } from './platform/pictures/resize.ts';
import { warmPictureCache } from './platform/pictures/warm-picture-cache.ts';

export type ProviderRoutes = (app: FastifyInstance) => Promise<void> | void;

const BODY_LIMIT = 256 * 1024;

export async function createApp(context: Context, providerRoutes: readonly ProviderRoutes[]): Promise<FastifyInstance> {
  const { settings, changes, admission } = context;
  const trusted = parseTrustedProxies(settings.TRUST_PROXY);
  const cache = createResponseCache({
    changes,
    isCached: isCatalogueCall,
    ask: (query, as) => {
      if (as === 'part') return askApp(app, query);
      const sender = resolveSenderAddress({ headers: query.headers, socket: { remoteAddress: query.sender } }, trusted);
      return admission({ kind: resolveRequestKind(query) ?? 'call', sender }, () => askApp(app, query));
    },
    shown: ({ body }, url) => readShownProductIds(parseCallPath(url), body.toString()),
  });
  const resolveRequestId = createRequestIds(trusted);
  const noteSocket = createSocketNotes(context);
  const app = Fastify({
    serverFactory: createCachedServer(context, { cache, trusted, resolveRequestId, noteSocket }),
    // Without this option, Fastify would log http as the protocol.
    ...(settings.TLS_CERT_FILE === undefined ? {} : { https: {} }),
    loggerInstance: context.log,
    bodyLimit: BODY_LIMIT,
    trustProxy: trusted,
    genReqId: resolveRequestId,
    clientErrorHandler: answerUnreadable(settings, noteSocket),
    ...ownAnswers,
    routerOptions: {
      ...ownAnswers.routerOptions,
      querystringParser: (text: string) => qs.parse(text, { depth: 10, parameterLimit: 200 }),
      ignoreTrailingSlash: true,
    },
    requestTimeout: 60_000,
  }) as unknown as FastifyInstance;
  registerSessions(app, context);
  app.decorate('findPrincipal', {
    ...nobodyIsFound,
    customer: createSessions(context),
    counter: (token) => authenticateCounter(context, token),
  });
  app.removeContentTypeParser('text/plain');
  registerErrors(app);
  registerMetrics(app, context);
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) registerTraces(app, trusted);
  registerRequestIds(app, settings);
  await registerSecurity(app, settings);
  registerCleanText(app);
  registerCallLimits(app, context);
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  await registerApiDescription(app);
  registerDocsPage(app);
  registerHealth(app, context);
  registerClock(app, context);
  registerShopCalls(app, context);
  registerCounter(app, context);
  registerShopPictures(app, context);
  for (const register of providerRoutes) await register(app);
  await registerWebApp(app, { context, cache, shopSettings: () => buildShopSettings(context) });
  app.addHook('onListen', async () => changes.start());
  app.addHook('preClose', async () => changes.stop());
  return app;
}

function registerShopPictures(app: FastifyInstance, context: Context): void {
  const { settings, database, log, integrations } = context;
  const resizer = createResizer({
    files: integrations.files,
    loadSource: (id) => findPictureSource(database, id),
    onCacheError: (error) => log.warn({ err: error }, 'picture_cache.unavailable'),
  });
  registerPictures(app, { resizer });
  if (settings.PICTURES_AHEAD === '0' || settings.WEB === 'none') return;
  warmPictureCache(app, {
    resizer,
    newestProduct: () => findNewestProduct(context),
    smallPictures: async () => (await listOccasions(context)).map(({ picture }) => picture),
    listPictures: async (page) => (await browseProducts(context, page)).map((tile) => tile.picture),
    onError: (error, id) => log.warn({ err: error, picture: id }, 'picture.render_failed'),
  });
}
