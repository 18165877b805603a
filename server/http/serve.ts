import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type AnswerOf, type CallName, calls, type InputOf } from '#contract/calls.ts';
import type { Context } from '../context.ts';
import { memberOfRequest, type SignedIn } from './bearer.ts';
import { type Failure, failure, failureAnswer, failures, isFailure } from './failures.ts';

type Who<Name extends CallName> = (typeof calls)[Name]['bearer'] extends true ? SignedIn : SignedIn | null;

export type Incoming<Name extends CallName> = InputOf<Name> & {
  member: Who<Name>;
  address: string;
  request: FastifyRequest;
};
export type Handler<Name extends CallName> = (incoming: Incoming<Name>) => Promise<AnswerOf<Name> | Failure>;

/** Any store code is accepted in the path (decisions, Magento-shaped). */
const PREFIX = '/rest/:store/V1/';

/**
 * Registers one call of the contract: bearer -> parse -> handler -> answer. The handler gets parsed input only, whatever the
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
      const incoming = { ...input, member, address: request.ip, request } as unknown as Incoming<Name>;
      const answer = await handler(incoming);
      if (isFailure(answer)) return answerFailure(reply, answer);
      if (call.bearer) reply.header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(checked(context, { name, call, answer }));
    },
  });
}

export function answerFailure(reply: FastifyReply, found: Failure): FastifyReply {
  const { status, body } = failureAnswer(found);
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
    const given = part === 'body' ? bothSpellings(schema, request.body ?? {}) : request[part];
    const read = schema.safeParse(given);
    if (!read.success) return inputFailure(read.error, given);
    input[part] = read.data;
  }
  return input;
}

/** Magento takes top-level keys in camelCase and snake_case alike (billingAddress = billing_address). */
function bothSpellings(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const whole: Record<string, unknown> = { ...body };
  for (const key of Object.keys(schema.shape)) {
    if (key in whole) continue;
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (snake in whole) whole[key] = whole[snake];
  }
  return whole;
}

function inputFailure(error: z.ZodError, given: unknown): Failure {
  const wrong = error.issues.map((issue) => {
    const fieldName = issue.path.map(String).join('.') || 'body';
    const value = valueAt(given, issue.path);
    if (value === undefined)
      return { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName } };
    const shown = typeof value === 'object' ? 'object' : String(value).slice(0, 60);
    return {
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName, value: shown },
    };
  });
  const [first, ...others] = wrong;
  if (!first || others.length > 0) return failures(wrong);
  return failure(
    'value' in first.parameters ? 'invalid_value' : 'field_required',
    first.parameters as Record<string, string>,
  );
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const key of path) value = value === null || typeof value !== 'object' ? undefined : Reflect.get(value, key);
  return value;
}

function describe(call: Call, path: string): Record<string, unknown> {
  return {
    summary: call.summary,
    tags: [path.startsWith('mobiledigital/') ? 'mobiledigital' : (path.split('/')[0] ?? '')],
    ...(call.bearer ? { security: [{ bearer: [] }] } : {}),
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: { 200: call.answer },
  };
}
