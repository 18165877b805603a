import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { listSellerProducts } from '#server/domain/catalogue/listing/browse.ts';
import { findSellerByShopUrl, findSellerOfProduct } from '#server/domain/sellers/seller.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { statusFalseError } from '#server/platform/kernel/errors.ts';

export function registerSellers(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/seller', async ({ query }) => {
    const data = await findSellerOfProduct(context.database.orm, query.product_id);
    return data ? { status: true, data } : statusFalseError();
  });

  defineRoute(app, context, 'GET mobiledigital/sellerInformation', async ({ query }) => {
    const [seller, products] = await Promise.all([
      findSellerByShopUrl(context.database.orm, query.seller_url),
      listSellerProducts(context, query.seller_url),
    ]);
    return seller ? { status: true, seller, products } : statusFalseError();
  });
}
