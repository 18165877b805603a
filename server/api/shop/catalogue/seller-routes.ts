import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { productsOfSeller } from '#server/domain/catalogue/listing/browse.ts';
import { sellerByShopUrl, sellerOfProduct } from '#server/domain/sellers/seller.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { statusFalse } from '#server/platform/kernel/errors.ts';

export function registerSellers(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/seller', async ({ query }) => {
    const data = await sellerOfProduct(context.database.orm, query.product_id);
    return data ? { status: true, data } : statusFalse();
  });

  defineRoute(app, context, 'GET mobiledigital/sellerInformation', async ({ query }) => {
    const [seller, products] = await Promise.all([
      sellerByShopUrl(context.database.orm, query.seller_url),
      productsOfSeller(context, query.seller_url),
    ]);
    return seller ? { status: true, seller, products } : statusFalse();
  });
}
