import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { APPS_BESIDE_SHOP, type AppBesideShop } from '#contract/apps.ts';
import { DEFAULT_LANGUAGE, resolvePageLanguage } from '#contract/rules/languages.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Settings } from '#server/settings.ts';
import { fileHeaders } from '../security.ts';

export async function registerApps(
  app: FastifyInstance,
  { BRAND, OFFLINE: offline }: Pick<Settings, 'BRAND' | 'OFFLINE'>,
): Promise<void> {
  for (const name of APPS_BESIDE_SHOP) {
    const folder = resolve('build', BRAND, name);
    const page = await readFile(resolve(folder, 'index.html'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause;
      const sentence = `The page /${name} is not built for BRAND=${BRAND}. Start it with npm start.`;
      throw operatorError({ code: 'not-built', sentence, cause });
    });
    await app.register(filesPlugin, { root: resolve(folder, 'assets'), prefix: `/${name}/assets/` });
    registerPage(app, { name, offline }, async () => page);
  }
}

type Page = { name: AppBesideShop; offline: Settings['OFFLINE'] };

export function registerPage(app: FastifyInstance, page: Page, loadPage: () => Promise<string>): void {
  const options = { schema: { hide: true }, config: { limit: 'pages' } } as const;
  app.get(`/${page.name}`, options, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    const html = await loadPage();
    return reply.send(page.name === 'till' ? renderTillPage(html, page, { request, reply }) : html);
  });
}

/** Sets the language of the till page. Other app pages are always in English. */
function renderTillPage(
  html: string,
  { offline }: Page,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const { cookie, 'accept-language': accepted } = request.headers;
  reply.header('vary', 'accept-language, cookie');
  return html
    .replace(`lang="${DEFAULT_LANGUAGE}"`, `lang="${resolvePageLanguage({ cookie, accepted })}"`)
    .replace('data-offline="off"', `data-offline="${offline}"`);
}

const filesPlugin: FastifyPluginAsync<{ root: string; prefix: string }> = async (app, { root }) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, helmet: fileHeaders };
  });
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    wildcard: false,
    preCompressed: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response) => response.header('cache-control', 'public, max-age=31536000, immutable'),
  });
};
