import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { registerCardPage } from './card-page/card-routes.ts';
import { registerResend } from './delivery/resend-routes.ts';
import { registerDetails } from './details/details-routes.ts';
import { registerSpending } from './spend/routes.ts';

export function registerGiftCards(app: FastifyInstance, context: Context): void {
  registerDetails(app, context);
  registerResend(app, context);
  registerCardPage(app, context);
  registerSpending(app, context);
}
