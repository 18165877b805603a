import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { countries, countryById } from './countries.ts';

export function registerDirectory(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET directory/countries', async () => countries());
  defineRoute(app, context, 'GET directory/countries/{countryId}', async ({ params }) => countryById(params.countryId));
}
