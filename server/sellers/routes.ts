import type { FastifyInstance } from 'fastify';
import { productsOfSeller } from '../catalogue/browse.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { sellerByShopUrl, sellerOfProduct } from './seller.ts';

export function registerSellers(app: FastifyInstance, context: Context): void {
  serve(app, context, 'GET mobiledigital/seller', async ({ query }) => {
    const data = await sellerOfProduct(context.database.orm, query.product_id);
    return data ? { status: true, data } : { status: false };
  });

  serve(app, context, 'GET mobiledigital/sellerInformation', async ({ query }) => {
    const [seller, products] = await Promise.all([
      sellerByShopUrl(context.database.orm, query.seller_url),
      productsOfSeller(context, query.seller_url),
    ]);
    return seller ? { status: true, seller, products } : { status: false };
  });
}
