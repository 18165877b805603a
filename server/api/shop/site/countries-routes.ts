import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { findCountryById, listCountries } from '#server/domain/site/countries.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';

export function registerDirectory(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET directory/countries', async () => listCountries());
  defineRoute(app, context, 'GET directory/countries/{countryId}', async ({ params }) =>
    findCountryById(params.countryId),
  );
}
