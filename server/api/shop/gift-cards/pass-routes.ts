import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Wallet } from '#contract/shop.ts';
import type { Context } from '#server/context.ts';
import { issuePass } from '#server/domain/gift-cards/passes/card-pass.ts';
import type { PassCard } from '#server/integrations/passes/port.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { createLimiter } from '#server/platform/kernel/concurrency.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import { registerDevices, sendPass } from './wallet-device-routes.ts';

/** Malformed card links do not match this pattern, and so get the shop's own 404 page. */
const CARD = '/card/:secret(^[\\w-]{1,100}$)';
/** Limits how many passes are signed at once, because each signature takes milliseconds of CPU. */
const AT_ONCE = 2;

type CardRequest = FastifyRequest<{ Params: { secret: string } }>;

/**
 * `apple.pkpass` returns an Apple Wallet file. `google-wallet` redirects to a Google URL that contains the signed pass.
 * Both return 404 if the link, card or wallet is unusable, and are never cached (server/platform/http/security.ts).
 */
export function registerPasses(app: FastifyInstance, context: Context): void {
  const { passes } = context.integrations;
  const limit = createLimiter({ concurrency: AT_ONCE, maxWaiting: 50, waitMs: 20_000 });
  if (passes.apple) registerDevices(app, context, { apple: passes.apple, limit });
  const cardFor = async (wallet: Wallet, secret: string): Promise<PassCard | null> =>
    passes.wallets().includes(wallet) ? issuePass(context, { secret, wallet }) : null;

  app.get(`${CARD}/apple.pkpass`, { schema: { hide: true } }, async (request: CardRequest, reply) => {
    const card = await cardFor('apple', request.params.secret);
    const file = card && (await limit(async () => passes.apple?.draw(card)));
    return file ? sendPass(reply, file) : sendNotFound(app, request, reply);
  });

  app.get(`${CARD}/google-wallet`, { schema: { hide: true } }, async (request: CardRequest, reply) => {
    const card = await cardFor('google', request.params.secret);
    const link = card && (await limit(async () => passes.google?.saveLink(card)));
    return link ? reply.redirect(link, 302) : sendNotFound(app, request, reply);
  });
}

async function sendNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return app.showPage ? app.showPage(request, reply) : sendError(reply, appError('no_route'));
}
