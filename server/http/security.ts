import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** Pages whose address is a secret: never kept, never told to other sites. */
const SECRET_PATHS = /^\/(card|autologin|rest\/[^/]+\/V1\/mobiledigital\/card)\b/;

/** The headers of every answer (ASVS 3.4). Scripts run by nonce only; Stripe's own come in only with its provider. */
export async function registerSecurity(app: FastifyInstance, settings: Settings): Promise<void> {
  const stripe = settings.PAYMENTS === 'stripe';
  const only = (...sources: string[]): string[] => ["'self'", ...sources];
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: only(...(stripe ? ['https://js.stripe.com'] : [])),
        styleSrc: only(),
        styleSrcAttr: ["'unsafe-inline'"],
        // Vite puts styles into the page while developing.
        ...(settings.WEB === 'dev' ? { styleSrcElem: ["'self'", "'unsafe-inline'"] } : {}),
        imgSrc: only('data:', 'blob:', ...(stripe ? ['https://*.stripe.com'] : [])),
        fontSrc: only(),
        connectSrc: only(...(stripe ? ['https://api.stripe.com'] : []), ...(settings.WEB === 'dev' ? ['ws:'] : [])),
        workerSrc: only('blob:'),
        frameSrc: stripe ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: only(),
        objectSrc: ["'none'"],
        manifestSrc: only(),
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: settings.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    if (!SECRET_PATHS.test(request.url)) return;
    reply.headers({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
  });
}
