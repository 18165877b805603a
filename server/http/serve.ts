import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type AnswerOf, type CallName, calls, type InputOf } from '#contract/calls.ts';
import type { Context } from '../context.ts';
import { memberOfRequest, type SignedIn } from './bearer.ts';
import { type Failure, failure, failureAnswer, isFailure } from './failures.ts';
import { IDEMPOTENCY_HEADER, type Idempotency, idempotencyOf, keptAnswer } from './idempotency.ts';
import { readInput } from './read-input.ts';

type Who<Name extends CallName> = (typeof calls)[Name]['bearer'] extends true ? SignedIn : SignedIn | null;

export type Incoming<Name extends CallName> = InputOf<Name> & {
  member: Who<Name>;
  /** Of a call that takes an Idempotency-Key, when it was sent: for idempotent(). */
  idempotency: Idempotency | null;
  address: string;
  request: FastifyRequest;
};
export type Handler<Name extends CallName> = (incoming: Incoming<Name>) => Promise<AnswerOf<Name> | Failure>;

/** Any store code is accepted in the path (decisions, Magento-shaped). */
const PREFIX = '/rest/:store/V1/';

/**
 * Registers one call of the contract: bearer -> parse -> what its Idempotency-Key was answered before -> handler -> answer. The handler gets parsed input only, whatever the
 * content type claimed; outside production the answer is held against the contract before it leaves.
 */
export function serve<Name extends CallName>(
  app: FastifyInstance,
  context: Context,
  name: Name,
  handler: Handler<Name>,
): void {
  const call: Call = calls[name];
  const [method = 'GET', path = ''] = name.split(' ');
  app.route({
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: PREFIX + path.replace(/\{(\w+)\}/g, ':$1'),
    schema: describe(call, path),
    // The handler parses by itself; a validator that trusts content types was bypassed before (docs/decisions/003).
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) => {
      const member = await memberOfRequest(context, request);
      if (call.bearer && !member) return answerFailure(reply, failure('not_authorised', { resources: 'self' }));
      const input = parseInput(call, request);
      if (isFailure(input)) return answerFailure(reply, input);
      const asked = { name, memberId: member?.memberId, input };
      const idempotency = call.idempotencyKey ? idempotencyOf(request, asked) : null;
      if (isFailure(idempotency)) return answerFailure(reply, idempotency);
      const incoming = { ...input, member, idempotency, address: request.ip, request } as unknown as Incoming<Name>;
      const kept = idempotency && (await keptAnswer(context.database.orm, idempotency));
      const answer = kept ? keptOrFailure<Name>(kept) : await handler(incoming);
      if (isFailure(answer)) return answerFailure(reply, answer);
      if (call.bearer) reply.header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(checked(context, { name, call, answer }));
    },
  });
}

function keptOrFailure<Name extends CallName>(kept: { answer: unknown } | Failure): AnswerOf<Name> | Failure {
  return isFailure(kept) ? kept : (kept.answer as AnswerOf<Name>);
}

export function answerFailure(reply: FastifyReply, found: Failure): FastifyReply {
  const { status, body } = failureAnswer(found);
  if (found.retryAfter !== undefined) reply.header('retry-after', String(found.retryAfter));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function checked(context: Context, { name, call, answer }: { name: string; call: Call; answer: unknown }): string {
  if (!context.settings.production) {
    const result = call.answer.safeParse(answer);
    if (!result.success) throw new Error(`Answer of ${name} breaks the contract: ${z.prettifyError(result.error)}`);
  }
  return JSON.stringify(answer);
}

function parseInput(call: Call, request: FastifyRequest): Record<string, unknown> | Failure {
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part];
    if (!schema) continue;
    const read = readInput(schema, part === 'body' ? (request.body ?? {}) : request[part]);
    if (isFailure(read)) return read;
    input[part] = read.data;
  }
  return input;
}

const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    [IDEMPOTENCY_HEADER]: {
      type: 'string',
      maxLength: 255,
      description:
        'A new uuid for each request. Sent again with the same key within 24 hours, the request is done once and gets its first answer; ' +
        'another request with the same key is answered 422.',
    },
  },
};

function describe(call: Call, path: string): Record<string, unknown> {
  return {
    summary: call.summary,
    tags: [path.startsWith('mobiledigital/') ? 'mobiledigital' : (path.split('/')[0] ?? '')],
    ...(call.bearer ? { security: [{ bearer: [] }] } : {}),
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(call.idempotencyKey ? { headers: IDEMPOTENCY_KEY } : {}),
    response: { 200: call.answer },
  };
}
