import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isPublicPage } from '#contract/rules/public-pages.ts';
import type { Settings } from '../settings.ts';

/** Pages whose address is a secret: never cached, never sent to other sites. */
const SECRET_PATHS = /^\/(card|autologin|rest\/[^/]+\/V1\/mobiledigital\/card)\b/;

const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const RECAPTCHA = ['https://www.google.com/recaptcha/'];
const RECAPTCHA_SCRIPTS = [...RECAPTCHA, 'https://www.gstatic.com/recaptcha/'];

/** The headers of every answer (ASVS 3.4). Scripts run by nonce only; Stripe's own come in only with its provider. */
export async function registerSecurity(app: FastifyInstance, settings: Settings): Promise<void> {
  const stripe = settings.PAYMENTS === 'stripe';
  const recaptcha = settings.HUMAN_CHECK === 'recaptcha';
  const only = (...sources: string[]): string[] => ["'self'", ...sources];
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: only(...(stripe ? STRIPE_SCRIPTS : []), ...(recaptcha ? RECAPTCHA_SCRIPTS : [])),
        styleSrc: only(),
        styleSrcAttr: ["'unsafe-inline'"],
        // Vite puts styles into the page while developing.
        ...(settings.WEB === 'dev' ? { styleSrcElem: ["'self'", "'unsafe-inline'"] } : {}),
        imgSrc: only('data:', 'blob:', ...(stripe ? ['https://*.stripe.com'] : [])),
        fontSrc: only(),
        connectSrc: only(
          ...(stripe ? ['https://api.stripe.com'] : []),
          ...(recaptcha ? RECAPTCHA : []),
          ...(settings.WEB === 'dev' ? ['ws:'] : []),
        ),
        workerSrc: only('blob:'),
        frameSrc: frames({ stripe, recaptcha }),
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: only(...(settings.LEADS === 'salesforce' ? [new URL(settings.SALESFORCE_LEADS_URL).origin] : [])),
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
    if (!SECRET_PATHS.test(request.url)) {
      if (isPage(reply) && !isPublicPage(pathOf(request.url))) reply.header('x-robots-tag', 'noindex');
      return;
    }
    reply.headers({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
  });
}

function frames({ stripe, recaptcha }: { stripe: boolean; recaptcha: boolean }): string[] {
  const all = [...(stripe ? [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'] : []), ...(recaptcha ? RECAPTCHA : [])];
  return all.length > 0 ? all : ["'none'"];
}

function isPage(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/html');
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
