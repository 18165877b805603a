import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { withExamples } from './api-examples.ts';

type Part = z.ZodType | Record<string, unknown>;

const asJsonSchema = (part: Part, io: 'input' | 'output'): Record<string, unknown> =>
  part instanceof z.ZodType
    ? (z.toJSONSchema(part, { io, target: 'openapi-3.0', unrepresentable: 'any' }) as Record<string, unknown>)
    : part;

/** Serves /docs/json. Register it before the routes it describes. */
export async function registerApiDescription(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Handsel',
        version: '1',
        description: 'The calls of the shop. Core calls keep the shapes of Adobe Commerce 2.4 REST.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'A signed-in customer' },
          counterKey: {
            type: 'http',
            scheme: 'bearer',
            description: "A seller's key, made by `npm run seller -- key`",
          },
        },
      },
    },
    transform: ({ schema, url }) => {
      const { params, querystring, body, response, ...rest } = (schema ?? {}) as Record<string, Part | undefined>;
      const answers = (response ?? {}) as Record<string, Part>;
      const described = Object.entries(answers).map(([code, part]) => [
        code,
        { description: 'The answer', ...asJsonSchema(part, 'input') },
      ]);
      return {
        url,
        schema: {
          ...rest,
          params: withStore(url, params),
          ...(querystring ? { querystring: asJsonSchema(querystring, 'input') } : {}),
          ...(body ? { body: asJsonSchema(body, 'input') } : {}),
          ...(response ? { response: Object.fromEntries(described) } : {}),
        } as never,
      };
    },
  });
  let description: string | undefined;
  app.get('/docs/json', { schema: { hide: true }, config: { limit: 'reads' } }, async (_request, reply) => {
    description ??= JSON.stringify(withExamples(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(description);
  });
}

function withStore(url: string, params: Part | undefined): Record<string, unknown> | undefined {
  if (!url.includes(':store')) return params ? asJsonSchema(params, 'input') : undefined;
  const paramsSchema = params ? asJsonSchema(params, 'input') : { properties: {}, required: [] };
  const store = { type: 'string', default: 'default', description: 'Any store code' };
  return {
    type: 'object',
    properties: { store, ...(paramsSchema.properties as object) },
    required: ['store', ...((paramsSchema.required as string[]) ?? [])],
  };
}
