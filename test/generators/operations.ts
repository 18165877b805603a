import { randomUUID } from 'node:crypto';
import qs from 'qs';
import type { TestShop } from '#test/support/shop.ts';
import type { Schema } from './from-schema.ts';

export type Operation = { method: string; path: string; inPath: Schema; query: Schema; body: Schema | null };
export type Parts = { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

const HANGS_MS = 30_000;

export const isCounterCall = ({ path }: Operation): boolean => path.includes('/seller/');

type Description = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
};

export function listOperations({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
      const place = (where: string): Schema => {
        const matchingParameters = parameters.filter(
          (parameter) => parameter.in === where && parameter.name !== 'store',
        );
        return {
          type: 'object',
          properties: Object.fromEntries(matchingParameters.map(({ name, schema }) => [name, schema])),
          required: matchingParameters.filter(({ required }) => required).map(({ name }) => name),
        };
      };
      const body = requestBody?.content['application/json']?.schema ?? null;
      return { method, path, inPath: place('path'), query: place('query'), body };
    }),
  );
}

type Sending = {
  operation: Operation;
  parts: Parts;
  raw?: string | null;
  token: string | null;
  remoteAddress?: string;
};

/** Throws when no response arrives. */
export async function sendOperation(
  shop: TestShop,
  { operation, parts, raw = null, token, remoteAddress }: Sending,
): Promise<{ status: number; body: string }> {
  const path = operation.path
    .replace('{store}', 'default')
    .replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(toWellFormedText(parts.path[key])));
  const query = qs.stringify(parts.query, {
    encodeValuesOnly: true,
    encoder: (value) => encodeURIComponent(toWellFormedText(value)),
  });
  const payload = raw ?? (parts.body === undefined ? undefined : JSON.stringify(parts.body));
  const answer = shop.app.inject({
    method: operation.method.toUpperCase() as 'GET',
    url: query === '' ? path : `${path}?${query}`,
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(isCounterCall(operation) ? { 'idempotency-key': randomUUID() } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer: ${operation.method} ${path} ${payload}`)), HANGS_MS);
  });
  const { statusCode, body } = await Promise.race([answer, hangs]).finally(() => clearTimeout(timer));
  return { status: statusCode, body };
}

const toWellFormedText = (value: unknown): string =>
  (typeof value === 'object' ? 'object' : String(value)).toWellFormed();
