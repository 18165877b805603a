import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access } from '#contract/access/access.ts';
import type { Call } from '#contract/call.ts';
import { type AnswerOf, type CallName, calls, type InputOf } from '#contract/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { BODY_BYTES } from '#contract/rules/body-sizes.ts';
import { errorBody } from '#contract/shapes/error.ts';
import type { Context } from '#server/context.ts';
import { type AppError, appError, errorAnswer, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { findStoredAnswer, IDEMPOTENCY_HEADER, type Idempotency, parseIdempotency } from './idempotency.ts';
import {
  accessError,
  bindPrincipalToRequest,
  type Counter,
  notAuthorisedError,
  type Principal,
  readBearerToken,
  resolvePrincipal,
  type SignedIn,
} from './principal.ts';
import { readInput } from './read-input.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the session if a personal link opened it on a device without a confirmed code, otherwise null. */
    unverifiedSession: (call: { customer: SignedIn; request: FastifyRequest }) => Promise<SignedIn | null>;
  }
}

type AccessOf<Name extends CallName> = (typeof calls)[Name]['access'];

type Incoming<Name extends CallName> = InputOf<Name> & {
  principal: Principal;
  /** Null if the request has no valid bearer token of a customer. */
  customer: AccessOf<Name> extends 'customer' ? SignedIn : SignedIn | null;
  /** Set for an unverified session, which must not change existing data. */
  unverified: SignedIn | null;
  counter: AccessOf<Name> extends { till: string } ? Counter : null;
  /** Pass this to runIdempotently(), which stores the response under the idempotency key. */
  idempotency: Idempotency | null;
  address: string;
  request: FastifyRequest;
  /** Use this only for headers, because the handler returns the body. */
  reply: FastifyReply;
};
export type Handler<Name extends CallName> = (incoming: Incoming<Name>) => Promise<Result<AnswerOf<Name>>>;

export const REST_PREFIX = '/rest/:store/V1/';

/**
 * Checks access, parses the input, applies link restrictions, then returns the response stored under the
 * Idempotency-Key or runs the handler. The handler gets only parsed input, whatever the content type. Outside
 * production, validates the response.
 */
export function defineRoute<Name extends CallName>(
  app: FastifyInstance,
  context: Context,
  name: Name,
  handler: Handler<Name>,
): void {
  const call: Call = calls[name];
  const { access, limit, bodyBytes = BODY_BYTES } = call;
  const [method = 'GET', path = ''] = name.split(' ');
  app.route({
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: REST_PREFIX + path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyBytes,
    config: limit === undefined ? {} : { limit },
    schema: describe(call, path),
    // Disables Fastify's validators. Trusting the content type once allowed clients to bypass one (docs/decisions/003).
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    // Rejects calls without a bearer token before reading the body. Does not log them.
    onRequest: async (request, reply) => {
      if (access !== 'public' && request.headers.authorization === undefined)
        return sendError(reply, notAuthorisedError());
    },
    handler: async (request, reply) => {
      const principal = await resolvePrincipal(app, request, access);
      bindPrincipalToRequest(request, principal);
      const denied = accessError(principal, access);
      if (denied !== null) return refuse(app, { request, reply, access }, denied);
      const customer = principal.kind === 'customer' ? principal.session : null;
      const counter = 'counter' in principal ? principal.counter : null;
      const input = parseInput(call, request);
      if (isAppError(input)) return sendError(reply, input);
      const idempotency = readIdempotency(call, request, {
        name,
        customerId: customer?.customerId ?? null,
        counterKeyId: counter?.keyId ?? null,
        input,
      });
      if (isAppError(idempotency)) return sendError(reply, idempotency);
      const unverified = customer && (await app.unverifiedSession({ customer, request }));
      if (unverified && call.byLink === 'none') return sendAndLog(app, { request, reply }, appError('code_required'));
      const sender = { principal, customer, unverified, counter, idempotency, address: request.ip, request, reply };
      const incoming = { ...input, ...sender } as unknown as Incoming<Name>;
      const isReplayedHere = call.idempotency?.replayedBy === undefined;
      const stored = idempotency && isReplayedHere && (await findStoredAnswer(context.database.orm, idempotency));
      const answer = stored ? unwrapStored<Name>(stored) : await handler(incoming);
      if (isAppError(answer)) return sendAndLog(app, { request, reply }, answer);
      if (access !== 'public') reply.header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(serializeAnswer(context, { name, call, answer }));
    },
  });
}

type Refused = { request: FastifyRequest; reply: FastifyReply; access: Access };

async function refuse(
  app: FastifyInstance,
  { request, reply, access }: Refused,
  error: AppError,
): Promise<FastifyReply> {
  if (error.code !== 'not_authorised') return sendAndLog(app, { request, reply }, error);
  const isSellerCall = typeof access === 'object' && !('operator' in access);
  await app.noteRefused(request, readBearerToken(request) ?? null, isSellerCall ? 'counter' : 'customer');
  return sendError(reply, error);
}

/** Errors of authenticated calls whose key, session or origin lacks permission. */
const FORBIDDEN: ReadonlySet<ErrorCode> = new Set([
  'role_forbidden',
  'code_required',
  'recent_code_required',
  'undo_elsewhere',
  'undo_over',
  'not_authorised',
]);

async function sendAndLog(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  error: AppError,
): Promise<FastifyReply> {
  if (FORBIDDEN.has(error.code)) await app.noteForbidden(request, error.code);
  return sendError(reply, error);
}

function readIdempotency(
  { idempotency: rule }: Call,
  request: FastifyRequest,
  keyed: Parameters<typeof parseIdempotency>[1],
): Result<Idempotency | null> {
  if (!rule) return null;
  const idempotency = parseIdempotency(request, keyed);
  if (idempotency === null && rule.key === 'required')
    return appError('field_required', { fieldName: IDEMPOTENCY_HEADER });
  return idempotency;
}

function unwrapStored<Name extends CallName>(stored: { answer: unknown } | AppError): AnswerOf<Name> | AppError {
  return isAppError(stored) ? stored : (stored.answer as AnswerOf<Name>);
}

/** `fieldsStatus`: the status of responses with field errors. The shop's own calls use 200. */
export function sendError(reply: FastifyReply, error: AppError, { fieldsStatus = 200 } = {}): FastifyReply {
  const { status, body } = errorAnswer(error);
  if (error.retryAfter !== undefined && !error.fields) reply.header('retry-after', String(error.retryAfter));
  return reply
    .code(error.fields ? fieldsStatus : status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function serializeAnswer(
  context: Context,
  { name, call, answer }: { name: string; call: Call; answer: unknown },
): string {
  if (!context.settings.production) {
    const result = call.answer.safeParse(answer);
    if (!result.success)
      throw new Error(`The response of ${name} violates the contract: ${z.prettifyError(result.error)}`);
  }
  return JSON.stringify(answer);
}

function parseInput(call: Call, request: FastifyRequest): Record<string, unknown> | AppError {
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part];
    if (!schema) continue;
    const read = readInput(schema, part === 'body' ? (request.body ?? {}) : request[part]);
    if (isAppError(read)) return read;
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
        'A new UUID for each request. A request repeated with the same key within 24 hours is not run again and gets the first response; ' +
        'a different request with the same key gets 422.',
    },
  },
};

function describeHeaders({ idempotency }: Call): Record<string, unknown> {
  return idempotency?.key === 'required' ? { ...IDEMPOTENCY_KEY, required: [IDEMPOTENCY_HEADER] } : IDEMPOTENCY_KEY;
}

function describe(call: Call, path: string): Record<string, unknown> {
  return {
    summary: call.summary,
    tags: [path.split('/')[0] ?? ''],
    ...(call.access === 'public' ? {} : { security: [describeSecurity(call.access)] }),
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(call.idempotency ? { headers: describeHeaders(call) } : {}),
    response: { 200: call.answer, '4xx': errorBody, '5xx': errorBody },
  };
}

function describeSecurity(access: Access): Record<string, []> {
  return typeof access === 'object' && 'till' in access ? { counterKey: [] } : { bearer: [] };
}
