import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { browse, browseCategory, categories } from './browse.ts';
import { productById } from './product.ts';

export function registerCatalogue(app: FastifyInstance, context: Context): void {
  serve(app, context, 'GET mobiledigital/browseProducts', async ({ query }) => ({
    status: true,
    data: await browse(context, query.page),
  }));

  serve(app, context, 'GET mobiledigital/categoryProducts', async ({ query }) => ({
    status: true,
    data: await browseCategory(context, { categoryId: query.category_id, page: query.page }),
  }));

  serve(app, context, 'GET mobiledigital/categories', async () => ({ status: true, data: await categories(context) }));

  serve(app, context, 'GET mobiledigital/product', async ({ query }) => {
    const data = await productById(context, query.product_id);
    return data ? { status: true, data } : { status: false, not_exists: true };
  });
}
