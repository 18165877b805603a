import type { FastifyInstance } from 'fastify';
import { failure } from './failures.ts';
import { answerFailure } from './serve.ts';

/**
 * False when a text anywhere in `given` holds what PostgreSQL cannot keep: a NUL, or half of a surrogate pair. Walks
 * without recursion, because a body may be nested as deep as it is long.
 */
export function isCleanText(given: unknown): boolean {
  const open = [given];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false;
    // A raw body is bytes, and no texts yet.
    if (ArrayBuffer.isView(value)) continue;
    if (typeof value === 'object' && value !== null) for (const part of Object.entries(value)) open.push(...part);
  }
  return true;
}

/**
 * The same with U+FFFD in the place of each such character: for what other systems report, which must not be lost over it. For plain
 * objects of a known shape.
 */
export function cleanText<Given>(given: Given): Given {
  if (typeof given === 'string') return given.toWellFormed().replaceAll('\0', '\uFFFD') as Given;
  if (Array.isArray(given)) return given.map(cleanText) as Given;
  if (typeof given !== 'object' || given === null || Object.getPrototypeOf(given) !== Object.prototype) return given;
  return Object.fromEntries(Object.entries(given).map((pair) => pair.map(cleanText))) as Given;
}

/**
 * Refuses such texts with 400 before any handler: they would only be found out by the database, as a 500. Nothing has a name with one in
 * it, so the path of a call that has is 404; pages say so in their own way.
 */
export function registerCleanText(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const isCall = request.routeOptions.url?.startsWith('/rest/');
    if (isCall && !isCleanText(request.params)) return answerFailure(reply, failure('no_route'));
    if (!isCleanText([request.query, request.body])) return answerFailure(reply, failure('unreadable_text'));
  });
}
