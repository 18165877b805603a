import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { countries, countryById } from './countries.ts';

export function registerDirectory(app: FastifyInstance, context: Context): void {
  serve(app, context, 'GET directory/countries', async () => countries());
  serve(app, context, 'GET directory/countries/{countryId}', async ({ params }) => countryById(params.countryId));
}
