import type { FastifyInstance } from 'fastify';
import { defineRoute } from '#server/platform/http/define-route.ts';
import type { Context } from '../context.ts';
import { countries, countryById } from './countries.ts';

export function registerDirectory(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET directory/countries', async () => countries());
  defineRoute(app, context, 'GET directory/countries/{countryId}', async ({ params }) => countryById(params.countryId));
}
