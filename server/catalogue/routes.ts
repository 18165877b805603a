import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { browse, browseCategory, categories } from './browse.ts';
import { registerFinding } from './finding-routes.ts';
import { productById } from './product.ts';
import { renderInfo } from './render-info.ts';

export function registerCatalogue(app: FastifyInstance, context: Context): void {
  registerFinding(app, context);
  serve(app, context, 'GET mobiledigital/browseProducts', async ({ query }) => ({
    status: true,
    data: await browse(context, query.page, query),
  }));

  serve(app, context, 'GET mobiledigital/categoryProducts', async ({ query }) => ({
    status: true,
    data: await browseCategory(context, { ...query, categoryId: query.category_id }),
  }));

  serve(app, context, 'GET products-render-info', async ({ query }) => renderInfo(context, query));

  serve(app, context, 'GET mobiledigital/categories', async () => ({ status: true, data: await categories(context) }));

  serve(app, context, 'GET mobiledigital/product', async ({ query }) => {
    const data = await productById(context, query.product_id);
    return data ? { status: true, data } : { status: false, not_exists: true };
  });
}
