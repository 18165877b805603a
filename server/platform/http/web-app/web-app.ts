import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { APPS_BESIDE_SHOP } from '#contract/apps.ts';
import type { ShopSettings } from '#contract/shop.ts';
import type { Context } from '#server/context.ts';
import { isCode } from '#server/platform/kernel/code-addresses.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Settings } from '#server/settings.ts';
import { sendError } from '../define-route.ts';
import { parseCallPath } from '../response-cache/cache-query.ts';
import { askApp } from '../response-cache/cached-server.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { fileHeaders } from '../security.ts';
import { registerApps, registerPage } from './apps.ts';
import { asWebRequest } from './as-web-request.ts';
import { registerWorkers } from './service-worker.ts';

type ShopBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(values: Record<string, unknown>): RouterContextProvider;
      createRequestHandler: typeof createRequestHandler;
    };
  };
};

declare module 'fastify' {
  interface FastifyInstance {
    showPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  }
}

type Parts = {
  context: Context;
  cache: ResponseCache;
  shopSettings: () => ShopSettings;
};

type LoadBuild = () => Promise<ShopBuild>;

export async function registerWebApp(
  app: FastifyInstance,
  { context: { settings }, cache, shopSettings }: Parts,
): Promise<void> {
  if (settings.WEB === 'none') return;
  const loadBuild = settings.WEB === 'dev' ? await prepareViteShop(app) : await prepareBuiltShop(app, settings);
  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Without this 404, a browser would run a page as code of an old release.
    if (settings.WEB !== 'dev' && isCode(request.url)) return sendError(reply, appError('no_route'));
    const build = await loadBuild();
    const handle = build.entry.module.createRequestHandler(
      build,
      settings.WEB === 'dev' ? 'development' : 'production',
    );
    const loadContext = build.entry.module.createLoadContext({
      nonce: reply.cspNonce.script,
      fetch: createInProcessFetch(app, { cache, sender: request.ip }),
      settings: shopSettings(),
      publicUrl: settings.publicUrl,
      offline: settings.WEB === 'built' ? settings.OFFLINE : 'off',
      report: (error: unknown) => request.log.error({ err: error }, 'page.render_failed'),
    });
    const response = await handle(asWebRequest(request, reply, settings.publicUrl), loadContext);
    return send(reply, response);
  };
  app.decorate('showPage', page);
  app.route({ method: ['GET', 'HEAD'], url: '/*', schema: { hide: true }, config: { limit: 'pages' }, handler: page });
}

async function prepareBuiltShop(app: FastifyInstance, settings: Settings): Promise<LoadBuild> {
  const { BRAND: brand, WEB } = settings;
  const folder = resolve(`build/${brand}${WEB === 'gallery' ? '-gallery' : ''}`);
  const server = resolve(folder, 'server/index.js');
  if (!existsSync(server)) {
    throw operatorError({
      code: 'not-built',
      sentence: `The shop is not built for BRAND=${brand}. Start it with npm start.`,
    });
  }
  await app.register(registerFiles, { root: resolve(folder, 'client') });
  if (WEB === 'built') {
    await registerApps(app, settings);
    await registerWorkers(app, settings);
  }
  const build = (await import(pathToFileURL(server).href)) as ShopBuild;
  return async () => build;
}

const registerFiles: FastifyPluginAsync<{ root: string }> = async (app, { root }) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, helmet: fileHeaders };
  });
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = path.includes('/assets/');
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
};

async function prepareViteShop(app: FastifyInstance): Promise<LoadBuild> {
  const { createServer } = await import('vite');
  const { default: middie } = await import('@fastify/middie');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } } });
  await app.register(middie);
  for (const name of APPS_BESIDE_SHOP) {
    const viteServer = await createServer({
      configFile: resolve('vite.apps.config.ts'),
      base: `/${name}/`,
      // Keeps the prebundled packages of this app separate from those of the shop's Vite server.
      cacheDir: resolve('node_modules/.vite', name),
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server: app.server } },
    });
    // Passes only this app's URLs to Vite, which would also answer requests for the shop's URLs.
    app.use((request, response, next) =>
      request.url?.startsWith(`/${name}/`) ? viteServer.middlewares(request, response, next) : next(),
    );
    app.addHook('onClose', () => viteServer.close());
    registerPage(app, { name, offline: 'off' }, async () =>
      viteServer.transformIndexHtml(`/${name}/index.html`, await readFile(resolve('web', name, 'index.html'), 'utf8')),
    );
  }
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  return () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ShopBuild>;
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.headers.has('cache-control')) reply.header('cache-control', 'no-cache');
  return reply.send(response.body ? Readable.fromWeb(response.body as never) : '');
}

/**
 * Uses the routes, checks and authorization that browsers use, but no socket. Reaches only /rest/. Rate limits count
 * `sender`, the visitor's IP address.
 */
function createInProcessFetch(
  app: FastifyInstance,
  { cache, sender }: Pick<Parts, 'cache'> & { sender: string },
): typeof fetch {
  return async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : String(input), 'http://inside'), init);
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith('/rest/')) throw new TypeError(`In-process calls must be under /rest/, not ${pathname}.`);
    const url = pathname + search;
    const query = { key: url, url, headers: Object.fromEntries(request.headers), sender };
    const isKept = request.method === 'GET' && cache.isCached(parseCallPath(url));
    const { status, headers, body } = isKept
      ? await cache.part(query)
      : await askApp(app, query, { method: request.method, body: await request.text() });
    return new Response(body as Buffer<ArrayBuffer>, { status, headers });
  };
}
