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

/** Refuses such texts with 400 before any handler: they would only be found out by the database, as a 500. */
export function registerCleanText(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!isCleanText([request.query, request.body])) return answerFailure(reply, failure('unreadable_text'));
  });
}
