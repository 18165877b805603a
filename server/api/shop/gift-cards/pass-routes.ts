import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Wallet } from '#contract/shop.ts';
import type { Context } from '#server/context.ts';
import { handOutPass } from '#server/domain/gift-cards/passes/card-pass.ts';
import type { PassCard } from '#server/integrations/passes/port.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { createLimiter } from '#server/platform/kernel/concurrency.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import { registerDevices, sendPass } from './wallet-device-routes.ts';

/** What can be a link; anything else is the shop's to answer. */
const CARD = '/card/:secret(^[\\w-]{1,100}$)';
/** A signature is some milliseconds of computing: many at once must not keep the shop waiting. */
const AT_ONCE = 2;

type CardRequest = FastifyRequest<{ Params: { secret: string } }>;

/**
 * `GET /card/:secret/apple.pkpass`: the card as a file for Apple Wallet. `GET /card/:secret/google-wallet`: on to
 * Google with the signed card in the address, which is made now and stands in no page. Both 404, as the page of such a
 * card, for a link that opens nothing, a card that cannot be spent or has not gone out, and a wallet that is not set
 * up. Nothing is kept by any cache (server/platform/http/security.ts).
 */
export function registerPasses(app: FastifyInstance, context: Context): void {
  const { passes } = context.integrations;
  const limit = createLimiter({ concurrency: AT_ONCE, mostWaiting: 50, waitMs: 20_000 });
  if (passes.apple) registerDevices(app, context, { apple: passes.apple, limit });
  const cardFor = async (wallet: Wallet, secret: string): Promise<PassCard | null> =>
    passes.wallets().includes(wallet) ? handOutPass(context, { secret, wallet }) : null;

  app.get(`${CARD}/apple.pkpass`, { schema: { hide: true } }, async (request: CardRequest, reply) => {
    const card = await cardFor('apple', request.params.secret);
    const file = card && (await limit(async () => passes.apple?.draw(card)));
    return file ? sendPass(reply, file) : nothingHere(app, request, reply);
  });

  app.get(`${CARD}/google-wallet`, { schema: { hide: true } }, async (request: CardRequest, reply) => {
    const card = await cardFor('google', request.params.secret);
    const link = card && (await limit(async () => passes.google?.saveLink(card)));
    return link ? reply.redirect(link, 302) : nothingHere(app, request, reply);
  });
}

/** The shop's page for a link that opens no card; without a web side the plain error. */
async function nothingHere(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return app.showPage ? app.showPage(request, reply) : sendError(reply, appError('no_route'));
}
