import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import {
  browseCategory,
  browseProducts,
  listCategories,
  listOccasions,
} from '#server/domain/catalogue/listing/browse.ts';
import { renderInfo } from '#server/domain/catalogue/listing/render-info.ts';
import { findProduct } from '#server/domain/catalogue/products/product.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { statusFalseError } from '#server/platform/kernel/errors.ts';
import { registerSearch } from './search-routes.ts';

export function registerCatalogue(app: FastifyInstance, context: Context): void {
  registerSearch(app, context);
  defineRoute(app, context, 'GET mobiledigital/browseProducts', async ({ query }) => ({
    status: true,
    data: await browseProducts(context, query.page, query),
  }));

  defineRoute(app, context, 'GET mobiledigital/categoryProducts', async ({ query }) => ({
    status: true,
    data: await browseCategory(context, { ...query, categoryId: query.category_id }),
  }));

  defineRoute(app, context, 'GET products-render-info', async ({ query }) => renderInfo(context, query));

  defineRoute(app, context, 'GET mobiledigital/categories', async () => ({
    status: true,
    data: await listCategories(context),
  }));

  defineRoute(app, context, 'GET mobiledigital/occasions', async () => ({
    status: true,
    data: await listOccasions(context),
  }));

  defineRoute(app, context, 'GET mobiledigital/product', async ({ query }) => {
    const data = await findProduct(context, query.product_id);
    return data ? { status: true, data } : statusFalseError({ not_exists: true });
  });
}
