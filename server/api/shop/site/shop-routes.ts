import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { buildShopSettings } from '#server/domain/site/shop-settings.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';

export function registerShop(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/shopsettings', async () => buildShopSettings(context));
  defineRoute(app, context, 'GET mobiledigital/places', async ({ query }) => {
    const { places, attribution } = await context.integrations.places.search(query.q, query.session);
    return { status: true, data: places, attribution };
  });
  defineRoute(app, context, 'GET mobiledigital/place', async ({ query }) => {
    const place = await context.integrations.places.getPlace(query.place_id, query.session);
    return { status: place !== null, data: place };
  });
}
