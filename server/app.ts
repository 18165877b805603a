import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import { registerAccount } from './account/routes.ts';
import { registerCart, registerShipping } from './cart/routes.ts';
import { pictureSource } from './catalogue/pictures.ts';
import { registerCatalogue } from './catalogue/routes.ts';
import { registerCheckout } from './checkout/routes.ts';
import type { Context } from './context.ts';
import { registerPictureMessages } from './gift-cards/picture-routes.ts';
import { registerGiftCards } from './gift-cards/routes.ts';
import { registerShare } from './gift-cards/share-routes.ts';
import { registerApiDescription } from './http/api-description.ts';
import { registerCleanText } from './http/clean-text.ts';
import { registerClock } from './http/clock-route.ts';
import { registerDocsPage } from './http/docs-page.ts';
import { registerErrors } from './http/errors.ts';
import { registerHealth } from './http/health.ts';
import { registerSecurity } from './http/security.ts';
import { registerWebApp } from './http/web-app.ts';
import { registerLeads } from './leads/routes.ts';
import { registerOrders } from './orders/routes.ts';
import { createResizer } from './pictures/resize.ts';
import { registerPictures } from './pictures/routes.ts';
import { registerSellers } from './sellers/routes.ts';
import { registerShop } from './shop/routes.ts';
import { registerSignIn } from './sign-in/routes.ts';

/** Routes that only one provider has, such as the demo phone's or the payment sandbox's. */
export type ProviderRoutes = (app: FastifyInstance) => Promise<void> | void;

const BODY_LIMIT = 256 * 1024;

/** Assembles the whole HTTP side from a context. The caller listens (main.ts) or injects (tests). */
export async function createApp(context: Context, providerRoutes: readonly ProviderRoutes[]): Promise<FastifyInstance> {
  const { settings } = context;
  const app = Fastify({
    loggerInstance: context.log,
    bodyLimit: BODY_LIMIT,
    // One proxy: the last forwarded address is its word, those before it are the client's own and could be anything.
    trustProxy: settings.TRUST_PROXY === '1' ? (_address: string, hop: number) => hop === 0 : false,
    routerOptions: {
      querystringParser: (text: string) => qs.parse(text, { depth: 10, parameterLimit: 200 }),
      ignoreTrailingSlash: true,
    },
    requestTimeout: 60_000,
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  registerErrors(app);
  registerCleanText(app);
  await registerSecurity(app, settings);
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  await registerApiDescription(app);
  registerDocsPage(app);
  registerHealth(app, context);
  registerClock(app, context);
  registerFeatures(app, context);
  for (const register of providerRoutes) await register(app);
  await registerWebApp(app, context);
  return app;
}

function registerFeatures(app: FastifyInstance, context: Context): void {
  registerSignIn(app, context);
  registerAccount(app, context);
  registerCatalogue(app, context);
  registerSellers(app, context);
  registerCart(app, context);
  registerShipping(app, context);
  registerCheckout(app, context);
  registerOrders(app, context);
  registerGiftCards(app, context);
  registerPictureMessages(app, context);
  registerShare(app, context);
  registerShop(app, context);
  registerLeads(app, context);
  registerPictures(app, {
    resizer: createResizer({
      cacheDir: `${context.settings.DATA_DIR}/pictures`,
      loadSource: (id) => pictureSource(context.database, id),
      onCacheError: (error) => context.log.warn({ err: error }, 'the picture cache cannot be used'),
    }),
  });
}
